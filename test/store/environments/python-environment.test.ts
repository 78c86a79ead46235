import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/kernel/index.ts';
import { removeFolder } from '../../../src/kernel/io/index.ts';
import type { ToolkitEnvironment } from '../../../src/store/index.ts';
import { openEnvironments } from '../../../src/store/io/index.ts';
import { needsExternal } from '../../external.ts';
import { programsFolder, realPython, writeWheel } from './local-packages.ts';

const python = realPython();
const uv = execFileSync('sh', ['-c', 'command -v uv || true'], { encoding: 'utf8' }).trim();

let dir: string;
let store: string;
beforeEach((context) => {
  needsExternal(context, 'python3 with venv and pip', python !== undefined);
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'toolbase-environments-')));
  store = path.join(dir, 'store');
});
afterEach(() => removeFolder(dir));

/** Nothing but the given programs and the wheels in `dir/wheels`. */
const tools = (programs: Readonly<Record<string, string>> = { python3: python! }) => ({
  env: {
    PATH: programsFolder(mkdtempSync(path.join(dir, 'bin-')), programs),
    HOME: dir,
    PIP_FIND_LINKS: path.join(dir, 'wheels'),
    PIP_NO_INDEX: '1',
    UV_FIND_LINKS: path.join(dir, 'wheels'),
    UV_OFFLINE: '1',
    UV_CACHE_DIR: path.join(dir, 'uv-cache'),
  },
});

/** A toolkit with an environment that needs these lines. */
function toolkit(requirements: string, range = '>=3.8', name = 'toolkit'): ToolkitEnvironment {
  const treeFolder = path.join(dir, name);
  mkdirSync(treeFolder, { recursive: true });
  writeFileSync(path.join(treeFolder, 'requirements.txt'), requirements);
  return {
    label: `environment py of ${name}`,
    treeFolder,
    declaration: {
      kind: 'python',
      requirements: 'requirements.txt',
      python: range,
      sha256: sha256(requirements),
    },
  };
}

const wheel = (files: Readonly<Record<string, string>> = { 'spin/__init__.py': 'HALF = 0.5\n' }): string =>
  `spin==1.0 --hash=sha256:${writeWheel(path.join(dir, 'wheels'), 'spin', '1.0', files)}\n`;

const inStore = (): string[] => {
  const folder = path.join(store, 'v1', 'environments');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const run = (installed: { python?: string | undefined }, program: string): string =>
  execFileSync(installed.python!, ['-c', program], { encoding: 'utf8', cwd: dir, env: {} }).trim();
const coded = (code: string, ...parts: string[]): unknown =>
  expect.objectContaining({
    code,
    message: expect.stringMatching(
      new RegExp(parts.map((part) => part.replaceAll(/[.*+?()]/g, '\\$&')).join('[^]*')),
    ) as string,
  });

describe('a Python environment', () => {
  test('holds exactly the pinned packages, and a run changes nothing in it', async () => {
    const environments = openEnvironments(store, tools());
    const declared = toolkit(wheel());
    const installed = await environments.ensure(declared);
    expect(installed.python).toBe(path.join(installed.root, 'bin', 'python'));
    expect(run(installed, 'import spin; print(spin.HALF, spin.__cached__.endswith(".pyc"))')).toBe(
      '0.5 True',
    );
    const listed = 'import importlib.metadata as m; print(sorted(d.name for d in m.distributions()))';
    expect(run(installed, listed)).toBe("['spin']");
    await environments.verify(declared);
    expect(await environments.find(declared)).toEqual(installed);
  });

  test('is shared by toolkits that pin the same, and built once', async () => {
    const environments = openEnvironments(store, tools());
    const line = wheel();
    const first = await environments.ensure(toolkit(line));
    const stages: string[] = [];
    const second = await environments.ensure(toolkit(`# of another\n${line}`, '>=3.8', 'other'), {
      onEvent: ({ stage }) => stages.push(stage),
    });
    expect(second).toEqual(first);
    expect(stages).toEqual([]);
  });

  test('without packages is the interpreter alone', async () => {
    const installed = await openEnvironments(store, tools()).ensure(toolkit(''));
    expect(run(installed, 'import sys; print(sys.prefix != sys.base_prefix)')).toBe('True');
  });

  test('runs no code of the packages while it is built', async () => {
    const marker = path.join(dir, 'ran');
    const touch = `import os; open(${JSON.stringify(marker)}, 'w').close()`;
    const environments = openEnvironments(store, tools());
    const installed = await environments.ensure(
      toolkit(wheel({ 'spin.pth': `${touch}\n`, 'sitecustomize.py': `${touch}\n`, 'spin.py': `${touch}\n` })),
    );
    expect(existsSync(marker)).toBe(false);
    run(installed, 'pass');
    expect(existsSync(marker)).toBe(true);
  });

  test('keeps out what the user has on PYTHONPATH', async () => {
    const marker = path.join(dir, 'leaked');
    mkdirSync(path.join(dir, 'path'));
    writeFileSync(path.join(dir, 'path', 'sitecustomize.py'), `open(${JSON.stringify(marker)}, 'w').close()`);
    const { env } = tools();
    const environments = openEnvironments(store, {
      env: { ...env, PYTHONPATH: path.join(dir, 'path'), PYTHONHOME: dir, VIRTUAL_ENV: dir, PIP_TARGET: dir },
    });
    await environments.ensure(toolkit(wheel()));
    expect(existsSync(marker)).toBe(false);
  });

  test('whose package has another hash is refused and leaves nothing', async () => {
    wheel();
    const wrong = toolkit(`spin==1.0 --hash=sha256:${'0'.repeat(64)}\n`);
    await expect(openEnvironments(store, tools()).ensure(wrong)).rejects.toThrow(
      coded('INTEGRITY_MISMATCH', 'environment py of toolkit', '0'.repeat(64)),
    );
    expect(inStore()).toEqual([]);
  });

  test('whose package cannot be found is refused with what pip said, and leaves nothing', async () => {
    const missing = toolkit(`absent==1.0 --hash=sha256:${'0'.repeat(64)}\n`);
    await expect(openEnvironments(store, tools()).ensure(missing)).rejects.toThrow(
      coded('ENVIRONMENT_FAILED', 'exit status 1', 'No matching distribution found for absent==1.0'),
    );
    expect(inStore()).toEqual([]);
  });

  test('whose package needs one that is not pinned is refused', async () => {
    const info = 'spin-1.0.dist-info/METADATA';
    const line = wheel({
      [info]: 'Metadata-Version: 2.1\nName: spin\nVersion: 1.0\nRequires-Dist: absent\n',
    });
    await expect(openEnvironments(store, tools()).ensure(toolkit(line))).rejects.toThrow(
      coded('ENVIRONMENT_FAILED', 'absent'),
    );
  });

  test('whose file is not the declared one is refused', async () => {
    const declared = toolkit(wheel());
    writeFileSync(path.join(declared.treeFolder, 'requirements.txt'), `# other\n${wheel()}`);
    await expect(openEnvironments(store, tools()).ensure(declared)).rejects.toThrow(
      coded('BAD_MANIFEST', 'requirements.txt'),
    );
    expect(inStore()).toEqual([]);
  });

  test('that takes too long is given up, and leaves nothing', async () => {
    const environments = openEnvironments(store, { ...tools(), timeoutMs: 1 });
    await expect(environments.ensure(toolkit(wheel()))).rejects.toThrow(
      coded('ENVIRONMENT_FAILED', 'did not end within'),
    );
    expect(inStore()).toEqual([]);
  });

  test('that is cancelled leaves nothing', async () => {
    const controller = new AbortController();
    const onEvent = ({ stage }: { stage: string }): void => {
      if (stage === 'install') controller.abort();
    };
    const building = openEnvironments(store, tools()).ensure(toolkit(wheel()), {
      signal: controller.signal,
      onEvent,
    });
    await expect(building).rejects.toThrow(coded('CANCELLED'));
    expect(inStore()).toEqual([]);
  });
});

test('an interpreter without pip installs with the wheel that it carries', async () => {
  const bare = path.join(dir, 'bare');
  execFileSync(python!, ['-m', 'venv', '--without-pip', bare]);
  const environments = openEnvironments(store, { ...tools(), pythons: [path.join(bare, 'bin', 'python')] });
  const declared = toolkit(wheel());
  const installed = await environments.ensure(declared);
  expect(run(installed, 'import spin; print(spin.HALF)')).toBe('0.5');
  const wrong = toolkit(`spin==1.0 --hash=sha256:${'0'.repeat(64)}\n`, '>=3.8', 'wrong');
  await expect(environments.ensure(wrong)).rejects.toThrow(coded('INTEGRITY_MISMATCH'));
});

describe('the interpreter', () => {
  test('out of range is refused, naming what was found and what would fit', async () => {
    await expect(openEnvironments(store, tools()).ensure(toolkit(wheel(), '>=3.99'))).rejects.toThrow(
      coded('EXTERNAL_MISSING', 'environment py of toolkit needs Python >=3.99; found ', '/python3 (3.'),
    );
    expect(inStore()).toEqual([]);
  });

  test('missing altogether is said', async () => {
    await expect(openEnvironments(store, tools({})).ensure(toolkit(wheel()))).rejects.toThrow(
      coded('EXTERNAL_MISSING', 'neither python3 nor python on PATH'),
    );
  });

  test('that only a full name reaches is found after one that does not fit', async () => {
    const old = path.join(dir, 'old-python');
    const said = {
      executable: old,
      venv: true,
      implementation: 'cpython',
      version: '3.1.4',
      abi: '',
      platform: '',
    };
    writeFileSync(old, `#!/bin/sh\necho '${JSON.stringify({ ...said, pip: '23.0', wheel: null })}'\n`);
    chmodSync(old, 0o755);
    const installed = await openEnvironments(store, tools({ python3: old, 'python3.12': python! })).ensure(
      toolkit(''),
    );
    expect(run(installed, 'import sys; print(sys.prefix)')).toBe(installed.root);
  });

  test('is one of the machine settings when they name any', async () => {
    const broken = path.join(dir, 'broken');
    writeFileSync(broken, '#!/bin/sh\nexit 9\n');
    chmodSync(broken, 0o755);
    await expect(
      openEnvironments(store, { ...tools(), pythons: [broken] }).ensure(toolkit('')),
    ).rejects.toThrow(coded('EXTERNAL_MISSING', `${broken} (does not run)`));
    const installed = await openEnvironments(store, { ...tools({}), pythons: [broken, python!] }).ensure(
      toolkit(''),
    );
    expect(run(installed, 'import sys; print(sys.prefix)')).toBe(installed.root);
  });

  test('that vanished or changed has the environment rebuilt', async () => {
    const environments = openEnvironments(store, tools());
    const declared = toolkit('');
    const other = path.join(dir, 'other-release');
    writeFileSync(other, '#!/bin/sh\necho 3.1.4\n');
    chmodSync(other, 0o755);
    for (const target of [path.join(dir, 'gone'), other]) {
      const before = await environments.ensure(declared);
      replaceLink(before.python!, target);
      await expect(environments.find(declared)).rejects.toThrow(
        coded('NOT_INSTALLED', 'its interpreter (3.'),
      );
      const after = await environments.ensure(declared);
      expect(after.root).not.toBe(before.root);
      expect(existsSync(before.root)).toBe(false);
      expect(await environments.find(declared)).toEqual(after);
    }
  });

  test('may be off the PATH when the environment is looked up', async () => {
    const declared = toolkit('');
    const installed = await openEnvironments(store, tools()).ensure(declared);
    const elsewhere = openEnvironments(store, tools({}));
    expect(await elsewhere.find(declared)).toEqual(installed);
    expect(await elsewhere.ensure(declared)).toEqual(installed);
    await expect(elsewhere.find(toolkit('', '>=3.99', 'newer'))).rejects.toThrow(coded('NOT_INSTALLED'));
  });
});

describe('an environment in the store', () => {
  test('that was changed is named by its files, and replaced on request', async () => {
    const environments = openEnvironments(store, tools());
    const declared = toolkit('');
    const installed = await environments.ensure(declared);
    const bin = path.join(installed.root, 'bin');
    chmodSync(bin, 0o755);
    chmodSync(path.join(bin, 'activate'), 0o755);
    writeFileSync(path.join(bin, 'activate'), 'exit 1\n');
    writeFileSync(path.join(bin, 'more'), '');
    unlinkSync(path.join(bin, 'activate.csh'));
    await expect(environments.verify(declared)).rejects.toThrow(
      coded('STORE_CHANGED', 'bin/activate (changed), bin/activate.csh (missing), bin/more (added)'),
    );
    expect(await environments.ensure(declared)).toEqual(installed);
    const replaced = await environments.ensure(declared, { check: true });
    expect(replaced.root).not.toBe(installed.root);
    await environments.verify(declared);
  });

  test('a link put in the place of a file counts as changed', async () => {
    const environments = openEnvironments(store, tools());
    const declared = toolkit('');
    const { root } = await environments.ensure(declared);
    const original = path.join(dir, 'pyvenv.cfg');
    writeFileSync(original, readFileSync(path.join(root, 'pyvenv.cfg')));
    chmodSync(root, 0o755);
    replaceLink(path.join(root, 'pyvenv.cfg'), original);
    await expect(environments.verify(declared)).rejects.toThrow(
      coded('STORE_CHANGED', 'pyvenv.cfg (changed)'),
    );
  });

  test('is read-only', async () => {
    const { root } = await openEnvironments(store, tools()).ensure(toolkit(''));
    const writable = execFileSync('find', [root, '-perm', '/222', '-not', '-type', 'l'], {
      encoding: 'utf8',
    });
    expect(writable).toBe('');
  });

  test('with a damaged record is built again', async () => {
    const environments = openEnvironments(store, tools());
    const declared = toolkit('');
    await environments.ensure(declared);
    const record = path.join(store, 'v1', 'environments', inStore().find((name) => name.endsWith('.json'))!);
    writeFileSync(record, '{');
    await expect(environments.find(declared)).rejects.toThrow(coded('NOT_INSTALLED'));
    await environments.ensure(declared);
    await environments.verify(declared);
  });

  test('is removed when nothing needs it, with what killed builds left a day ago', async () => {
    const environments = openEnvironments(store, tools());
    const kept = toolkit('');
    const installed = await environments.ensure(kept);
    await environments.ensure(toolkit(wheel(), '>=3.8', 'other'));
    const folder = path.join(store, 'v1', 'environments');
    const [old, fresh] = ['0'.repeat(16), '1'.repeat(16)].map((half) => path.join(folder, `${half}-${half}`));
    for (const each of [old!, fresh!]) mkdirSync(path.join(each, 'root'), { recursive: true });
    const temp = path.join(folder, '.temp-0');
    writeFileSync(temp, '');
    const longAgo = new Date(Date.now() - 25 * 3600 * 1000);
    for (const each of [old!, temp]) utimesSync(each, longAgo, longAgo);
    expect(await environments.removeUnused([kept], { dryRun: true })).toHaveLength(1);
    expect(inStore().filter((name) => name.endsWith('.json'))).toHaveLength(2);
    expect(await environments.removeUnused([kept])).toHaveLength(1);
    expect(await environments.find(kept)).toEqual(installed);
    expect(inStore().filter((name) => !name.endsWith('.json'))).toEqual(
      [path.basename(fresh!), path.basename(path.dirname(installed.root))].sort(),
    );
  });
});

test('uv builds the same environment as pip', async (context) => {
  needsExternal(context, 'uv', uv !== '');
  const environments = openEnvironments(store, tools({ python3: python!, uv }));
  const declared = toolkit(wheel());
  const installed = await environments.ensure(declared);
  expect(run(installed, 'import spin; print(spin.HALF)')).toBe('0.5');
  await environments.verify(declared);

  const others = openEnvironments(path.join(dir, 'second'), tools({ python3: python!, uv }));
  await expect(others.ensure(toolkit(`spin==1.0 --hash=sha256:${'0'.repeat(64)}\n`))).rejects.toThrow(
    coded('INTEGRITY_MISMATCH'),
  );
  await expect(others.ensure(toolkit(wheel(), '>=3.99'))).rejects.toThrow(coded('EXTERNAL_MISSING'));
});

function replaceLink(file: string, target: string): void {
  const folder = path.dirname(file);
  chmodSync(folder, 0o755);
  unlinkSync(file);
  programsFolder(folder, { [path.basename(file)]: target });
}
