import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256, type ToolkitName } from '../../src/kernel/index.ts';
import type { Lock } from '../../src/lockfile/index.ts';
import { toolkitEnvironments } from '../../src/store/index.ts';
import { openToolkit } from '../../src/workflow/open-toolkit.ts';
import { pruneStore, verify } from '../../src/workflow/io/index.ts';
import { needsExternal } from '../external.ts';
import { realPython } from '../store/environments/local-packages.ts';
import { Lab } from './lab.ts';
import { file, packedToolkit } from './packed-toolkit.ts';

const NOTHING = '# the interpreter alone\n';
const declared = (requirements: string) => ({
  py: {
    kind: 'python' as const,
    requirements: 'py/requirements.txt',
    python: '>=3.8',
    sha256: sha256(requirements),
  },
});

/** A packed toolkit with a Python environment that needs these lines. */
const packed = (requirements: string, environments: object = declared(requirements)) =>
  packedToolkit('grid', '1.0.0', { environments }, [file('py/requirements.txt', requirements)]);

describe('a toolkit with an environment', () => {
  let lab: Lab;
  let lock: Lock;
  beforeEach(async (context) => {
    needsExternal(context, 'python3 with venv and pip', realPython() !== undefined);
    lab = new Lab();
    await lab.publish(packed(NOTHING));
    lab.loadout('  grid: "^1"');
    lock = (await lab.lock()).lock;
  });
  afterEach(() => lab.remove());

  const built = () => {
    const folder = lab.store.pathOf(lock.toolkits['grid' as ToolkitName]!.treeDigest);
    const [[, environment] = []] = toolkitEnvironments('grid', declared(NOTHING), folder);
    return lab.environments.find(environment!);
  };
  const actions = async (options = {}) =>
    (await lab.install(lock, options)).map(({ action, environments }) => [
      action,
      ...environments.map((step) => `${step.action} ${step.kind} ${step.name}`),
    ]);
  const check = () => verify(lab.path('x.lock'), lab.store, lab.environments);

  it('is locked with the kind and digest of what the environment installs', () => {
    expect(lock.toolkits['grid' as ToolkitName]?.environments).toEqual({
      py: { kind: 'python', sha256: sha256(NOTHING) },
    });
  });

  it('is installed with it, and a second time everything is kept', async () => {
    expect(await actions({ dryRun: true })).toEqual([['fetch', 'build python py']]);
    expect(await actions()).toEqual([['fetch', 'build python py']]);
    expect((await built()).python).toMatch(/\/bin\/python$/);
    expect(lab.events.filter(({ kind }) => kind === 'building')).toContainEqual({
      kind: 'building',
      label: 'environment py of grid',
      stage: 'create',
    });
    expect(await actions()).toEqual([['keep', 'keep python py']]);
    expect(await check()).toMatchObject({ ending: 'good' });
  });

  it('is not verified while the environment is missing', async () => {
    await lab.install(lock);
    await lab.environments.removeUnused([]);
    expect(await check()).toMatchObject({
      ending: 'unknown',
      toolkits: [{ state: 'missing', problem: { message: 'environment py of grid is not in the store' } }],
    });
    expect(await actions()).toEqual([['keep', 'build python py']]);
  });

  it('takes the environment along when the store is pruned of it, and keeps one that is needed', async () => {
    await lab.install(lock);
    const later = { unusedForMs: 1000, nowMs: Date.now() + 3_600_000 };
    const kept = await pruneStore(lab, { ...later, locks: [lock], dryRun: false });
    expect(kept).toMatchObject({ toolkits: [], environments: [], keptToolkits: 1, keptEnvironments: 1 });
    expect(await check()).toMatchObject({ ending: 'good' });
    const planned = await pruneStore(lab, { ...later, locks: [], dryRun: true });
    expect(await lab.environments.list()).toHaveLength(1);
    const done = await pruneStore(lab, { ...later, locks: [], dryRun: false });
    expect(done).toEqual({ ...planned, dryRun: false });
    expect(done).toMatchObject({ environments: [{ kind: 'python' }], keptToolkits: 0, keptEnvironments: 0 });
    expect(done.environments[0]?.sizeBytes).toBeGreaterThan(0);
    expect(await lab.environments.list()).toEqual([]);
  });

  it('is found changed when a file of the environment is, and installing replaces it', async () => {
    await lab.install(lock);
    const target = path.join((await built()).root, 'bin', 'activate');
    chmodSync(target, 0o755);
    writeFileSync(target, 'exit 1\n');
    expect(await check()).toMatchObject({
      ending: 'drift',
      toolkits: [
        {
          state: 'changed',
          problem: { message: expect.stringContaining('bin/activate (changed)') as string },
        },
      ],
    });
    expect(await actions()).toEqual([['keep', 'replace python py']]);
    expect(await check()).toMatchObject({ ending: 'good' });
  });
});

describe('a packed toolkit is refused', () => {
  it.each([
    ['when a requirement has no hash', packed('six==1.17.0\n'), 'has no --hash=sha256'],
    ['when its file is another one', packed(NOTHING, declared('# other\n')), 'is not the file'],
    [
      'when its file is not there',
      packedToolkit('grid', '1.0.0', { environments: declared(NOTHING) }),
      'needs the file py/requirements.txt',
    ],
  ])('%s', (_when, { tarball }, reason) => {
    expect(() => openToolkit(tarball, 'grid.tgz')).toThrow(
      expect.objectContaining({
        code: 'BAD_MANIFEST',
        message: expect.stringMatching(new RegExp(`^grid\\.tgz: environment py.*${reason}`)) as string,
      }),
    );
  });
});
