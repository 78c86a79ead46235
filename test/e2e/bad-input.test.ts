import { chmod, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, freshFolder, listing, LOCK, ROOT, toolbase } from './toolbase.ts';
import { changedWorkshop, installedWorkshop, type Workshop } from './workshop.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await installedWorkshop();
});

/** Runs a command that must be refused, and checks that it wrote nothing below the home. */
async function refused(home: string, args: readonly string[]) {
  const before = await listing(home);
  const ended = await toolbase(home, [...args, '--json']);
  expect(await listing(home)).toEqual(before);
  expect(ended.stderr).toBe('');
  return { ...errorOf(ended), status: ended.status };
}

async function loadoutFile(text: string): Promise<{ home: string; file: string }> {
  const home = await freshFolder();
  const file = path.join(home, 'l.yaml');
  await writeFile(file, text);
  return { home, file };
}

describe('a toolkit that cannot be packed', () => {
  it.each([
    ['an unknown key', 'toolkit.yaml', (t: string) => `${t}colour: red\n`, 'BAD_MANIFEST', 'colour'],
    ['a duplicate key', 'toolkit.yaml', (t: string) => `${t}title: Again\n`, 'BAD_YAML', 'unique'],
    [
      'a name that climbs',
      'package.json',
      (t: string) => t.replace('"workshop"', '"../.."'),
      'BAD_MANIFEST',
      'name',
    ],
    [
      'a version that is none',
      'package.json',
      (t: string) => t.replace('1.0.0', '1.10'),
      'BAD_MANIFEST',
      'version',
    ],
    [
      'a bundle of an unknown operation',
      'toolkit.yaml',
      (t: string) => t.replace('CountLines]', 'CountWords]'),
      'BAD_MANIFEST',
      'CountWords',
    ],
    [
      'two operations equal but for case',
      'src/toolkit.ts',
      (t: string) => t.replace("name: 'Print'", "name: 'ADD'"),
      'BAD_MANIFEST',
      'ADD',
    ],
    [
      'a host that does not compile',
      'src/toolkit.ts',
      (t: string) => `${t}\nconst = 1;\n`,
      'BAD_MANIFEST',
      'toolkit.ts',
    ],
  ])('is refused for %s', async (_what, file, change, code, word) => {
    const folder = await changedWorkshop(file, change);
    const home = await freshFolder();
    const error = await refused(home, ['pack', folder, '--out', path.join(home, 'packed')]);
    expect(error).toMatchObject({ code, status: 2 });
    expect(`${error.message} ${error.hint ?? ''}`).toContain(word);
  });
});

describe('a loadout that cannot be locked', () => {
  it.each([
    ['an unknown key', 'formatVersion: 1\ntoolkits: {}\ncolour: red\n', 'BAD_LOADOUT', 'colour'],
    ['an unquoted version', 'formatVersion: 1\ntoolkits:\n  workshop: 1.10\n', 'BAD_LOADOUT', 'Quote'],
    [
      'an unquoted version in a map',
      'formatVersion: 1\ntoolkits:\n  workshop: {version: 1.10}\n',
      'BAD_LOADOUT',
      'Quote',
    ],
    [
      'a toolkit name that climbs',
      'formatVersion: 1\ntoolkits:\n  "../..": "1"\n',
      'BAD_LOADOUT',
      'npm package name',
    ],
    ['a toolkit nobody has', 'formatVersion: 1\ntoolkits:\n  workshpo: "1"\n', 'UNKNOWN_TOOLKIT', 'workshpo'],
    [
      'a version nobody has',
      'formatVersion: 1\ntoolkits:\n  "@toolbase/symbolic": "^99.0.0"\n',
      'NO_VERSION',
      '0.1.0',
    ],
    [
      'an unknown bundle',
      'formatVersion: 1\ntoolkits:\n  "@toolbase/symbolic": {version: "*", bundles: [width]}\n',
      'UNKNOWN_BUNDLE',
      'widths',
    ],
    [
      'an unknown operation',
      'formatVersion: 1\ntoolkits:\n  "@toolbase/symbolic": {version: "*", operations: [ComputeDecayRat]}\n',
      'UNKNOWN_OPERATION',
      'ComputeDecayRate',
    ],
    ['a list in place of a map', '- a\n', 'BAD_LOADOUT', 'list'],
  ])('is refused for %s', async (_what, text, code, word) => {
    const { home, file } = await loadoutFile(text);
    const error = await refused(home, ['lock', file]);
    expect(error).toMatchObject({ code, status: 2 });
    expect(`${error.message} ${error.hint ?? ''}`).toContain(word);
  });

  it('is refused when two exposed names are equal but for case', async () => {
    const renamed = await changedWorkshop('package.json', (text) =>
      text.replace('"workshop"', '"workshop-two"'),
    );
    const source = path.join(renamed, 'src/toolkit.ts');
    await writeFile(source, (await readFile(source, 'utf8')).replace("name: 'Add'", "name: 'ADD'"));
    const yaml = path.join(renamed, 'toolkit.yaml');
    await writeFile(yaml, (await readFile(yaml, 'utf8')).replace('[Add,', '[ADD,'));
    const { home, file } = await loadoutFile(
      'formatVersion: 1\ntoolkits:\n  workshop: {version: "1", as: w, operations: [Add]}\n  workshop-two: {version: "1", as: w, operations: [ADD]}\n',
    );
    expect(
      (await toolbase(home, ['publish', path.join(ROOT, 'test/fixtures/toolkits/workshop')])).status,
    ).toBe(0);
    expect((await toolbase(home, ['publish', renamed])).status).toBe(0);
    const error = await refused(home, ['lock', file]);
    expect(error).toMatchObject({ code: 'NAME_COLLISION', status: 2 });
    expect(error.message).toContain('w__ADD');
  });
});

describe('a lock that is not what toolbase wrote', () => {
  const reads: (readonly string[])[] = [['install'], ['list'], ['verify']];

  async function changedLock(change: (text: string) => string): Promise<{ home: string; file: string }> {
    const home = await freshFolder();
    const file = path.join(home, 'x.lock');
    await writeFile(file, change(await readFile(LOCK, 'utf8')));
    return { home, file };
  }

  it.each([
    ['one letter of a description', (t: string) => t.replace('decay', 'Decay'), 'LOCK_DAMAGED'],
    ['one byte of white space', (t: string) => t.replace('  ', '\t '), 'LOCK_DAMAGED'],
    ['its final newline', (t: string) => t.trimEnd(), 'LOCK_DAMAGED'],
    [
      'an unknown format version',
      (t: string) => t.replace('"formatVersion": 1', '"formatVersion": 2'),
      'LOCK_VERSION',
    ],
    [
      'a duplicate key',
      (t: string) => t.replace('"formatVersion": 1', '"formatVersion": 1,\n  "formatVersion": 1'),
      'LOCK_DAMAGED',
    ],
    ['a __proto__ key', (t: string) => t.replace('{\n', '{\n  "__proto__": {"a": 1},\n'), 'LOCK_DAMAGED'],
    [
      'merge-conflict markers',
      (t: string) => `<<<<<<< ours\n${t}=======\n${t}>>>>>>> theirs\n`,
      'LOCK_CONFLICT',
    ],
    ['no content', () => '', 'LOCK_DAMAGED'],
  ])('is refused everywhere: %s', async (_what, change, code) => {
    const { home, file } = await changedLock(change);
    for (const read of reads) expect(await refused(home, [...read, file])).toMatchObject({ code, status: 2 });
    const served = await toolbase(home, ['serve', file]);
    expect(served).toMatchObject({ status: 2, stdout: '' });
    expect(served.stderr).toContain(code);
  });

  it('is refused whichever of its bytes is changed', async () => {
    const text = await readFile(LOCK, 'latin1');
    const { home, file } = await changedLock(() => '');
    // A stride through the file, so that every kind of byte is met.
    for (let at = 0; at < text.length; at += Math.ceil(text.length / 9)) {
      const changed = String.fromCharCode(text.charCodeAt(at) ^ 1);
      await writeFile(file, text.slice(0, at) + changed + text.slice(at + 1), 'latin1');
      expect((await refused(home, ['list', file])).status).toBe(2);
    }
  });
});

describe('a store that is not what was locked', () => {
  it('stops a call and verify when a file was changed', async () => {
    const { home, lock } = await installedWorkshop();
    const trees = path.join(home, 'store/v1/trees');
    const [tree] = await readdir(trees);
    const file = path.join(trees, tree!, 'host/toolkit.mjs');
    await chmod(file, 0o644);
    await writeFile(file, `${await readFile(file, 'utf8')}\n`);
    const call = await toolbase(home, ['call', lock, 'workshop__Add', '-a', '{"a": 1}', '--json']);
    expect(call.status).toBe(1);
    expect(errorOf(call)).toMatchObject({ code: 'STORE_CHANGED' });
    const verify = await toolbase(home, ['verify', lock, '--json']);
    expect(verify.status).toBe(1);
    expect(JSON.parse(verify.stdout)).toMatchObject({ ending: 'drift' });
    expect((await toolbase(home, ['install', lock])).status).toBe(0);
    expect((await toolbase(home, ['call', lock, 'workshop__Add', '-a', '{"a": 1}'])).status).toBe(0);
  });

  it('ends serve, call and verify with status 3 and the install command when a toolkit is missing', async () => {
    const home = await freshFolder();
    for (const args of [['serve'], ['call']]) {
      const ended = await toolbase(home, [
        ...args,
        LOCK,
        ...(args[0] === 'call' ? ['symbolic__ComputeDecayRate'] : []),
      ]);
      expect(ended).toMatchObject({ status: 3, stdout: '' });
      expect(ended.stderr).toContain('NOT_INSTALLED');
      expect(ended.stderr).toContain(`toolbase install ${LOCK}`);
    }
    expect((await toolbase(home, ['verify', LOCK])).status).toBe(3);
  });
});

describe('a call that goes wrong', () => {
  const call = (name: string, input: unknown, ...rest: string[]) =>
    toolbase(workshop.home, [
      'call',
      workshop.lock,
      `workshop__${name}`,
      '-a',
      JSON.stringify(input),
      '--json',
      ...rest,
    ]);

  it.each([
    ['an unknown argument', 'Add', { a: 1, c: 2 }, 'BAD_ARGUMENTS', 2, 'c'],
    ['a missing argument', 'Add', {}, 'BAD_ARGUMENTS', 2, 'a is missing'],
    ['a wrongly typed argument', 'Add', { a: '1' }, 'BAD_ARGUMENTS', 2, 'a'],
    ['a value outside an enumeration', 'Add', { a: 1, unit: 'kg' }, 'BAD_ARGUMENTS', 2, 'MeV'],
    ['an operation that throws', 'Throw', {}, 'OPERATION_FAILED', 2, 'cannot read'],
    ['an operation that refuses', 'Refuse', {}, 'BAD_ARGUMENTS', 2, 'mass is negative'],
    ['a result that the output schema forbids', 'WrongResult', {}, 'BAD_RESULT', 70, 'value'],
    ['a result that is not finite', 'NotFinite', {}, 'BAD_RESULT', 70, 'value'],
    ['an operation that dies in mid-call', 'Die', {}, 'HOST_FAILED', 3, '7'],
  ])('says so for %s', async (_what, name, input, code, status, word) => {
    const ended = await call(name, input);
    const error = errorOf(ended);
    expect(error).toMatchObject({ code });
    expect(ended.status).toBe(status);
    expect(error?.message).toContain(word);
    expect(ended.stdout).not.toMatch(/\bat .*:\d+:\d+/);
  });

  it('keeps a path outside the workspace out of the message of a foreign error', async () => {
    expect((await call('Throw', {})).stdout).not.toContain('/etc/secret');
  });

  it('is not disturbed by an operation that prints to standard output', async () => {
    const ended = await call('Print', {});
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual({ value: 1 });
  });

  it('applies defaults before the operation sees its arguments', async () => {
    expect(JSON.parse((await call('Add', { a: 2 })).stdout)).toEqual({ value: 3, unit: 'GeV' });
  });

  it.each([
    ['..', '../outside.txt'],
    ['an absolute path', '/etc/passwd'],
    ['a link that leads out', 'link/outside.txt'],
  ])('contains paths: %s', async (_what, inputFile) => {
    const outside = await freshFolder();
    const workspace = path.join(outside, 'workspace');
    await mkdir(workspace);
    await writeFile(path.join(outside, 'outside.txt'), 'a\nb\n');
    await writeFile(path.join(workspace, 'ok.txt'), 'a\nb\n');
    await symlink(outside, path.join(workspace, 'link'));
    const before = await listing(workspace);
    for (const input of [{ inputFile }, { inputFile: 'ok.txt', outputFile: inputFile }]) {
      const ended = await call('CountLines', input, '--workspace', workspace);
      expect(errorOf(ended)).toMatchObject({ code: 'PATH_OUTSIDE' });
      expect(ended.status).toBe(2);
    }
    expect((await listing(workspace)).filter((name) => !before.includes(name))).toEqual([]);
    expect(await readFile(path.join(outside, 'outside.txt'), 'utf8')).toBe('a\nb\n');
  });

  it('reads and writes inside the workspace', async () => {
    const workspace = await freshFolder();
    await writeFile(path.join(workspace, 'in.txt'), 'a\nb\n');
    const ended = await call('CountLines', { inputFile: 'in.txt' }, '--workspace', workspace);
    expect(JSON.parse(ended.stdout)).toEqual({ lines: 2 });
    expect(await readFile(path.join(workspace, 'count.txt'), 'utf8')).toBe('2');
  });

  it('spills a large result to a file of the workspace', async () => {
    const workspace = await freshFolder();
    const ended = await call('Large', { n: 5000 }, '--workspace', workspace);
    const { spilled } = JSON.parse(ended.stdout) as { spilled: { path: string; sizeBytes: number } };
    const text = await readFile(path.join(workspace, spilled.path), 'utf8');
    expect(Buffer.byteLength(text)).toBe(spilled.sizeBytes);
    expect((JSON.parse(text) as { values: number[] }).values.at(-1)).toBe(4999);
  });

  it('hides the rest of the environment from the operation', async () => {
    const ended = await toolbase(workshop.home, ['call', workshop.lock, 'workshop__Environment', '--json'], {
      env: { CANARY_TOKEN: 'not for hosts' },
    });
    const { names } = JSON.parse(ended.stdout) as { names: string[] };
    expect(names).toContain('PATH');
    expect(names).not.toContain('CANARY_TOKEN');
  });
});

describe('a campaign that cannot be run', () => {
  async function decays(change: {
    campaign?: (t: string) => string;
    benchmark?: (t: string) => string;
    script?: string;
  }) {
    const home = await freshFolder();
    const folder = path.join(home, 'benchmarks', 'decays');
    await cp(path.join(ROOT, 'benchmarks', 'decays'), folder, { recursive: true });
    await mkdir(path.join(home, 'loadouts'));
    await cp(LOCK, path.join(home, 'loadouts', 'symbolic-eda.lock'));
    const edit = async (file: string, how: ((t: string) => string) | undefined) => {
      const target = path.join(folder, file);
      if (how !== undefined) await writeFile(target, how(await readFile(target, 'utf8')));
    };
    await edit('campaigns/scripted.yaml', change.campaign);
    await edit('benchmark.yaml', change.benchmark);
    await edit(
      'campaigns/scripts/nothing.yaml',
      change.script === undefined ? undefined : () => change.script ?? '',
    );
    return { home, campaign: path.join(folder, 'campaigns/scripted.yaml') };
  }

  it.each([
    ['an unknown key', { campaign: (t: string) => `${t}colour: red\n` }, 'BAD_CAMPAIGN'],
    ['an unknown key in the benchmark', { benchmark: (t: string) => `${t}colour: red\n` }, 'BAD_BENCHMARK'],
    [
      'an unknown task',
      { campaign: (t: string) => t.replaceAll('task: decay_S_to_FFbar', 'task: decay_X') },
      'BAD_CAMPAIGN',
    ],
    [
      'a lock that does not exist',
      { campaign: (t: string) => t.replace('symbolic-eda.lock', 'nope.lock') },
      'NOT_FOUND',
    ],
  ])('is refused for %s', async (_what, change, code) => {
    const { home, campaign } = await decays(change);
    expect(await refused(home, ['run', campaign, '--out', path.join(home, 'out')])).toMatchObject({
      code,
      status: 2,
    });
  });

  it('is graded 0, with the reason, for an answer that is not JSON', async () => {
    const script =
      'formatVersion: 1\nkind: script\nsteps:\n  - do: write\n    path: answer.json\n    text: "not JSON {"\n';
    const { home, campaign } = await decays({
      script,
      campaign: (t) => t.replace(/\n {2}domain:[\s\S]*$/, '\n').replace('trials: 3', 'trials: 1'),
    });
    const out = path.join(home, 'out');
    const run = await toolbase(home, ['run', campaign, '--out', out]);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const grade = await toolbase(home, ['grade', out, '--json']);
    expect(grade.status).toBe(0);
    expect(JSON.parse(grade.stdout)).toMatchObject({
      summary: {
        conditions: [
          { name: 'core', graded: { n: 1, meanReach: { exact: '0' }, completion: { passed: 0, of: 1 } } },
        ],
      },
    });
    const failing = await toolbase(home, ['grade', out, '--fail-under', '0.5', '--json']);
    expect(failing.status).toBe(1);
    await rm(home, { recursive: true });
  });
});

describe('a path that a file system refuses', () => {
  const tooLong = 'a'.repeat(300);

  it.each([
    ['verify', 'loop.lock'],
    ['install', `${tooLong}.lock`],
    ['lock', `${tooLong}.yaml`],
    ['lock', 'loop.yaml'],
    ['import', 'loop.tgz'],
    ['publish', 'loop.tgz'],
    ['publish', tooLong],
    ['pack', tooLong],
    ['lint', tooLong],
    ['store', 'import', tooLong],
    ['view', 'grid', '--registry', 'd=./loop.yaml'],
    ['view', 'grid', '--registry', `d=./${tooLong}`],
  ])('is told as such, not as a fault of the program: %s %s', async (...args) => {
    const home = await freshFolder();
    for (const name of ['loop.lock', 'loop.yaml', 'loop.tgz']) await symlink(name, path.join(home, name));
    const error = await refused(home, args);
    expect(error.code).not.toBe('INTERNAL');
    expect([2, 3]).toContain(error.status);
  });
});

describe('a file that is there and cannot be read', () => {
  it('is not taken for one that is absent, nor written over', async () => {
    const { home, file } = await loadoutFile('formatVersion: 1\ntoolkits: {}\n');
    const unread = ['l.lock', '.npmrc'];
    for (const name of unread) await symlink(name, path.join(home, name));
    const lock = await refused(home, ['lock', file]);
    expect(lock).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('ELOOP') as string });
    const npm = await refused(home, ['view', 'grid', '--registry', 'http://127.0.0.1:9/']);
    expect(npm).toMatchObject({ code: 'BAD_SETTINGS', message: expect.stringContaining('.npmrc') as string });
  });

  it('keeps a registry from being passed over for the next one', async () => {
    const home = await freshFolder();
    await mkdir(path.join(home, 'first', 'grid', 'packument.json'), { recursive: true });
    await mkdir(path.join(home, 'second'));
    const error = await refused(home, ['view', 'grid', '--registry', 'a=first', '--registry', 'b=second']);
    expect(error.code).toBe('NOT_FOUND');
    expect(error.message).toContain('packument.json is not a regular file');
  });

  it('keeps verify from saying that there is no loadout', async () => {
    const home = await freshFolder();
    await cp(LOCK, path.join(home, 'x.lock'));
    await mkdir(path.join(home, 'x.yaml'));
    const error = await refused(home, ['verify', path.join(home, 'x.lock')]);
    expect(error.message).toContain('x.yaml is not a regular file');
  });
});
