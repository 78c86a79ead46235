import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVerdaccio, type Verdaccio } from '../registry/npm/verdaccio.ts';
import { errorOf, freshFolder, PROGRAM, toolbase } from './toolbase.ts';
import { changedWorkshop, WORKSHOP } from './workshop.ts';

const PASSWORD = 'correct horse battery';

let verdaccio: Verdaccio;
beforeAll(async () => {
  verdaccio = await startVerdaccio();
});
afterAll(() => verdaccio.stop());

/** A home whose settings name the server `lab`, with a comment that must stay. */
async function home(): Promise<string> {
  const folder = await freshFolder();
  const file = path.join(folder, 'settings.yaml');
  writeFileSync(file, `# Ours.\nformatVersion: 1\nregistries:\n  lab: {npm: "${verdaccio.address}"}\n`);
  chmodSync(file, 0o644);
  return folder;
}

const settingsOf = (folder: string): string => readFileSync(path.join(folder, 'settings.yaml'), 'utf8');
const tokenOf = (folder: string): string =>
  /registryTokens:\n\s+\S+:\s*(\S+)/.exec(settingsOf(folder))?.[1] ?? '';

const login = (folder: string, user: string, ...flags: string[]) =>
  toolbase(folder, ['login', '--user', user, '--password-stdin', ...flags], { input: `${PASSWORD}\n` });

/** Somebody who is logged in. */
async function user(name: string): Promise<string> {
  const folder = await home();
  expect(await login(folder, name, '--register')).toMatchObject({ status: 0 });
  return folder;
}

const json = async (folder: string, ...args: string[]): Promise<unknown> => {
  const ended = await toolbase(folder, [...args, '--json']);
  expect(ended, ended.stdout).toMatchObject({ status: 0 });
  return JSON.parse(ended.stdout) as unknown;
};

const version = (to: string) =>
  changedWorkshop('package.json', (text) => text.replace('"version": "1.0.0"', `"version": "${to}"`));

describe('login', () => {
  it('stores a token that only its owner can read, leaves the rest of the settings, and shows no secret', async () => {
    const ann = await home();
    const ended = await login(ann, 'ann', '--register');
    expect(ended).toMatchObject({ status: 0 });
    const token = tokenOf(ann);
    expect(token.length).toBeGreaterThan(20);
    expect(ended.stdout + ended.stderr).not.toContain(token);
    expect(settingsOf(ann)).toContain('# Ours.');
    expect(settingsOf(ann)).not.toContain(PASSWORD);
    expect(statSync(path.join(ann, 'settings.yaml')).mode & 0o777).toBe(0o600);
    expect(await json(ann, 'whoami')).toEqual({ registry: 'lab', user: 'ann' });
  });

  it('with a wrong password, or for an account that is there, changes nothing', async () => {
    await user('bea');
    const folder = await home();
    const wrong = await toolbase(folder, ['login', '--user', 'bea', '--password-stdin', '--json'], {
      input: 'guess-1234',
    });
    expect(wrong.status).toBe(3);
    expect(errorOf(wrong)?.code).toBe('REGISTRY_DENIED');
    expect(wrong.stdout + wrong.stderr).not.toContain('guess-1234');
    expect(await login(folder, 'bea', '--register')).toMatchObject({ status: 2 });
    expect(settingsOf(folder)).not.toContain('registryTokens');
  });

  it('takes a token from standard input or names its variable, tried first', async () => {
    const token = tokenOf(await user('cleo'));
    const folder = await home();
    const stdin = await toolbase(folder, ['login', '--token-stdin', '--json'], { input: `${token}\n` });
    expect(JSON.parse(stdin.stdout)).toMatchObject({ user: 'cleo' });
    const other = await home();
    const bad = await toolbase(other, ['login', '--token-stdin', '--json'], { input: 'tok_nobodys' });
    expect(errorOf(bad)?.code).toBe('REGISTRY_DENIED');
    expect(bad.stdout + bad.stderr).not.toContain('tok_nobodys');
    expect(settingsOf(other)).not.toContain('registryTokens');
    const env = { LAB_TOKEN: token };
    expect(await toolbase(other, ['login', '--token-env', 'LAB_TOKEN'], { env })).toMatchObject({
      status: 0,
    });
    expect(settingsOf(other)).toContain('env:LAB_TOKEN');
    expect(settingsOf(other)).not.toContain(token);
    const asked = await toolbase(other, ['whoami'], { env });
    expect(asked.stdout).toBe('cleo\n');
    expect(errorOf(await toolbase(other, ['whoami', '--json']))?.code).toBe('SETTING_MISSING');
  });

  it('asks on a terminal, and does not show the password', async () => {
    await user('dora');
    const folder = await home();
    const command = `'${process.execPath}' '${PROGRAM}' login`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, TOOLBASE_HOME: folder, TERM: 'xterm' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let screen = '';
    const answers: [RegExp, string][] = [
      [/user name: /, 'dora'],
      [/password: /, PASSWORD],
    ];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      screen += chunk;
      if (answers[0]?.[0].test(screen) === true) child.stdin.write(`${answers.shift()![1]}\r`);
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status, screen).toBe(0);
    expect(screen).toContain('logged in to the registry lab as dora');
    expect(screen).not.toContain(PASSWORD);
    expect(tokenOf(folder)).not.toBe('');
  });

  it('without a terminal says how else', async () => {
    const ended = await toolbase(await home(), ['login', '--json']);
    expect(ended.status).toBe(2);
    expect(errorOf(ended)?.code).toBe('USAGE');
  });
});

describe('logout', () => {
  it('forgets the token, and says when the server goes on accepting it', async () => {
    const ann = await user('eve');
    expect(await json(ann, 'logout')).toMatchObject({ registry: 'lab', token: 'kept', removed: true });
    expect(settingsOf(ann)).not.toContain('registryTokens');
    expect(errorOf(await toolbase(ann, ['whoami', '--json']))?.code).toBe('REGISTRY_DENIED');
    expect(await json(ann, 'logout')).toMatchObject({ token: 'no-token', removed: false });
  });
});

describe('what is published', () => {
  let ann: string;
  beforeAll(async () => {
    ann = await user('ann-publishes');
    for (const folder of [WORKSHOP, await version('1.1.0')])
      expect(await toolbase(ann, ['publish', folder, '--registry', 'lab'])).toMatchObject({ status: 0 });
  });

  it('is found by a search, and looked at without being installed', async () => {
    expect(await json(ann, 'search', 'workshop')).toMatchObject({
      toolkits: [{ name: 'workshop', version: '1.1.0', registry: 'lab' }],
      unasked: [],
    });
    expect(await json(ann, 'search', 'no-such-thing')).toMatchObject({ toolkits: [] });
    const view = await toolbase(ann, ['view', 'workshop@1.0.0']);
    expect(view.stdout).toMatch(/^workshop 1\.0\.0 {2}\(lab\)\n/);
    expect(view.stdout).toMatch(/^CountLines +\d/m);
    expect(view.stdout).toMatch(/^versions +1\.1\.0, 1\.0\.0$/m);
    expect(view.stdout).toMatch(/^source /m);
    expect(await json(ann, 'view', 'workshop')).toMatchObject({
      version: '1.1.0',
      provenance: { builder: expect.stringMatching(/^toolbase \d/) as string },
    });
    const store = path.join(ann, 'store');
    expect(existsSync(store)).toBe(false);
  });

  it('is not there under another name, and the right one is offered', async () => {
    const ended = await toolbase(ann, ['view', 'workshp', '--json']);
    expect(errorOf(ended)).toMatchObject({ code: 'UNKNOWN_TOOLKIT', hint: 'Did you mean workshop?' });
    expect(errorOf(await toolbase(ann, ['view', 'workshop@9', '--json']))?.code).toBe('NO_VERSION');
  });

  it('has tags that can be added, listed and taken away', async () => {
    await json(ann, 'tag', 'add', 'workshop@1.0.0', 'stable');
    expect(await json(ann, 'tag', 'ls', 'workshop')).toMatchObject({
      tags: { latest: '1.1.0', stable: '1.0.0' },
    });
    expect(await json(ann, 'view', 'workshop@stable')).toMatchObject({ version: '1.0.0' });
    await json(ann, 'tag', 'rm', 'workshop', 'stable');
    expect(await json(ann, 'tag', 'ls', 'workshop')).toMatchObject({ tags: { latest: '1.1.0' } });
    expect(errorOf(await toolbase(ann, ['tag', 'rm', 'workshop', 'stable', '--json']))?.code).toBe(
      'NOT_FOUND',
    );
    expect(errorOf(await toolbase(ann, ['tag', 'rm', 'workshop', 'latest', '--json']))?.code).toBe('USAGE');
    expect(errorOf(await toolbase(ann, ['tag', 'add', 'workshop@1', 'x', '--json']))?.code).toBe('USAGE');
    expect(errorOf(await toolbase(ann, ['tag', 'add', 'workshop@9.9.9', 'next', '--json']))).toMatchObject({
      code: 'NO_VERSION',
      hint: '`toolbase view workshop` lists the versions that there are.',
    });
  });

  it('can be deprecated and that taken back', async () => {
    await json(ann, 'deprecate', 'workshop@<1.1', 'wrong sums');
    expect(await json(ann, 'view', 'workshop@1.0.0')).toMatchObject({ deprecated: 'wrong sums' });
    expect((await toolbase(ann, ['view', 'workshop'])).stdout).toContain('1.0.0 (deprecated)');
    await json(ann, 'deprecate', 'workshop@1.0.0', '--undo');
    expect(await json(ann, 'view', 'workshop@1.0.0')).not.toHaveProperty('deprecated');
    const again = await toolbase(ann, ['deprecate', 'workshop@1.0.0', '--undo']);
    expect(again.stdout).toBe('workshop 1.0.0 is not deprecated; nothing was changed\n');
    await json(ann, 'deprecate', 'workshop@1.0.0', 'wrong');
    expect(await json(ann, 'deprecate', 'workshop@<1.2', 'wrong')).toMatchObject({
      versions: ['1.0.0', '1.1.0'],
      changed: ['1.1.0'],
    });
    expect((await toolbase(ann, ['deprecate', 'workshop@<1.2', 'wrong'])).stdout).toBe(
      'workshop 1.0.0, 1.1.0 are deprecated already: wrong; nothing was changed\n',
    );
    await json(ann, 'deprecate', 'workshop@<1.2', '--undo');
    const none = await toolbase(ann, ['deprecate', 'workshop@^7', 'x', '--json']);
    expect(errorOf(none)?.code).toBe('NO_VERSION');
  });

  it('is taken back only when that is confirmed, and only by whom the server lets', async () => {
    const folder = await version('1.2.0');
    expect(await toolbase(ann, ['publish', folder, '--registry', 'lab'])).toMatchObject({ status: 0 });
    const unsure = await toolbase(ann, ['unpublish', 'workshop@1.2.0', '--json']);
    expect(errorOf(unsure)?.code).toBe('USAGE');
    const stranger = await toolbase(await home(), ['unpublish', 'workshop@1.2.0', '--yes', '--json']);
    expect(errorOf(stranger)?.code).toBe('REGISTRY_DENIED');
    expect(await json(ann, 'unpublish', 'workshop@1.2.0', '--yes')).toMatchObject({ left: 2 });
    expect(errorOf(await toolbase(ann, ['unpublish', 'workshop@1.2.0', '--yes', '--json']))).toMatchObject({
      code: 'NO_VERSION',
      hint: '`toolbase view workshop` lists the versions that there are.',
    });
    expect(errorOf(await toolbase(ann, ['view', 'workshop@1.2.0', '--json']))?.code).toBe('NO_VERSION');
  });

  it('cannot be changed by nobody', async () => {
    const nobody = await home();
    for (const args of [
      ['tag', 'add', 'workshop@1.0.0', 'mine'],
      ['deprecate', 'workshop', 'mine now'],
      ['publish', await version('6.0.0'), '--registry', 'lab'],
    ]) {
      const ended = await toolbase(nobody, [...args, '--json']);
      expect(ended.status, ended.stdout).toBe(3);
      expect(errorOf(ended)?.code).toBe('REGISTRY_DENIED');
    }
  });
});

it('what only servers can do is refused for a directory, and without a server', async () => {
  const folder = await freshFolder();
  for (const args of [['whoami'], ['tag', 'ls', 'grid'], ['logout'], ['unpublish', 'grid@1.0.0', '--yes']]) {
    const directory = await toolbase(folder, [...args, '--registry', folder, '--json']);
    expect(errorOf(directory)?.code).toBe('UNSUPPORTED');
    const none = await toolbase(folder, [...args, '--json']);
    expect(errorOf(none)?.code).toBe('USAGE');
  }
});

it('a search says which registry gave no answer, and is an error when that is all', async () => {
  const folder = await freshFolder();
  writeFileSync(
    path.join(folder, 'settings.yaml'),
    'formatVersion: 1\nregistries: {gone: {npm: "http://127.0.0.1:9/"}}\n',
  );
  const some = await toolbase(folder, ['search', 'symbolic', '--json']);
  expect(JSON.parse(some.stdout)).toMatchObject({
    toolkits: [{ name: '@toolbase/symbolic', registry: 'embedded' }],
    unasked: [{ registry: 'gone', code: 'REGISTRY_UNAVAILABLE' }],
  });
  const none = await toolbase(folder, ['search', '--registry', 'gone', '--json']);
  expect(none.status).toBe(3);
  expect(errorOf(none)?.code).toBe('REGISTRY_UNAVAILABLE');
});
