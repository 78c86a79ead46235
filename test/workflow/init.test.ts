import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseStrictYaml } from '../../src/kernel/index.ts';
import { decodeLoadout } from '../../src/loadout/index.ts';
import { pinnedEnvironment, ToolkitSource } from '../../src/manifest/index.ts';
import { needsExternal } from '../external.ts';
import { realPython } from '../store/environments/local-packages.ts';
import { describeNodeToolkit } from '../../src/host/io/index.ts';
import { init as initFrom, pack } from '../../src/workflow/io/index.ts';
import { type InitKind, nearestToolkitName } from '../../src/workflow/init.ts';
import { folderOf } from './toolkit-folder.ts';

const init = (request: { dir: string; name?: string; kind?: InitKind }) =>
  initFrom({ kind: 'typescript', ...request, templates: path.resolve('templates') });

describe('starting a toolkit', () => {
  it('writes one that packs as it stands and computes', async () => {
    const parent = await folderOf({});
    const result = await init({ dir: path.join(parent, 'a/Two Body!') });
    expect(result.name).toBe('two-body');
    expect((await readdir(result.dir)).sort()).toEqual([
      '.gitignore',
      'README.md',
      'package.json',
      'src',
      'toolkit.yaml',
    ]);
    const hosts = {
      describeNode: describeNodeToolkit,
      describeMcp: () => Promise.reject(new Error('unused')),
    };
    const packed = await pack({ dir: result.dir, outDir: parent }, hosts);
    expect(packed.operations).toEqual(['TwoBodyMomentum']);
    expect(packed.warnings).toEqual([]);

    await promisify(execFile)('tar', ['-xzf', packed.file, '-C', parent]);
    const bundle = (await import(path.join(parent, 'package/host/toolkit.mjs'))) as {
      toolkit: { operations: { run(input: object): { momentumGeV: number; open: boolean } }[] };
    };
    const momentum = (input: object) => bundle.toolkit.operations[0]?.run(input);
    // Charged pion to muon and neutrino: 29.79 MeV (PDG 2024, masses 139.57039 and 105.6583755 MeV).
    expect(
      momentum({ parentMassGeV: 0.13957039, firstMassGeV: 0.1056583755, secondMassGeV: 0 })?.momentumGeV,
    ).toBeCloseTo(0.029792, 6);
    expect(momentum({ parentMassGeV: 1, firstMassGeV: 0.6, secondMassGeV: 0.5 })).toMatchObject({
      open: false,
      momentumGeV: 0,
    });
  });

  it('fills an empty folder and takes a name', async () => {
    const dir = await folderOf({});
    expect((await init({ dir, name: '@lab/kinematics' })).name).toBe('@lab/kinematics');
    expect(JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8'))).toMatchObject({
      name: '@lab/kinematics',
    });
  });

  it('refuses a folder that holds one of its files, and leaves it as it was', async () => {
    const dir = await folderOf({ 'package.json': '{}', 'src/toolkit.ts': 'mine', 'notes.txt': 'mine' });
    await expect(init({ dir })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      message: `${dir} already holds package.json, src/toolkit.ts`,
    });
    expect((await readdir(dir, { recursive: true })).sort()).toEqual([
      'notes.txt',
      'package.json',
      'src',
      'src/toolkit.ts',
    ]);
    for (const file of ['notes.txt', 'notes.txt/below'])
      await expect(init({ dir: path.join(dir, file) })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  });

  it('keeps the README, the .gitignore and all other files of a folder', async () => {
    const mine = { 'README.md': 'mine', '.gitignore': 'dist/', 'src/other.ts': 'mine' };
    const dir = await folderOf(mine);
    const { files, kept } = await init({ dir });
    expect(files).toEqual(['package.json', 'src/toolkit.ts', 'toolkit.yaml']);
    expect([...kept].sort()).toEqual(['.gitignore', 'README.md']);
    for (const [file, text] of Object.entries(mine))
      expect(await readFile(path.join(dir, file), 'utf8')).toBe(text);
    expect((await readdir(dir)).filter((name) => name.includes('toolbase'))).toEqual([]);
  });

  it('follows no link that stands where a file is to be written', async () => {
    const dir = await folderOf({ 'elsewhere.json': 'mine' });
    await symlink(path.join(dir, 'missing.json'), path.join(dir, 'package.json'));
    await expect(init({ dir })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    expect((await readdir(dir)).sort()).toEqual(['elsewhere.json', 'package.json']);
  });

  it('takes the scope from a folder that has one', async () => {
    expect((await init({ dir: path.join(await folderOf({}), '@Lab/Two_Body') })).name).toBe('@lab/two-body');
  });

  it('refuses a name that npm would not take, and makes no folder', async () => {
    const parent = await folderOf({});
    await expect(init({ dir: path.join(parent, 'x'), name: '../..' })).rejects.toMatchObject({
      code: 'BAD_NAME',
    });
    expect(await readdir(parent)).toEqual([]);
  });

  it('says so when the folder cannot be made', async () => {
    const parent = await folderOf({});
    await expect(init({ dir: path.join(parent, 'x'.repeat(300)) })).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
    });
    expect(await readdir(parent)).toEqual([]);
  });

  it('writes sources that type-check against the published types', async () => {
    const { dir } = await init({ dir: path.join(await folderOf({}), 'typed') });
    await mkdir(path.join(dir, 'node_modules'));
    await symlink(process.cwd(), path.join(dir, 'node_modules/toolbase'));
    await symlink(path.resolve('node_modules/zod'), path.join(dir, 'node_modules/zod'));
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options, 'src/toolkit.ts'], {
      cwd: dir,
    });
    expect(stdout).toBe('');
  });

  it('writes a loadout that can be locked as it stands', async () => {
    const { dir, files } = await init({ dir: await folderOf({ 'notes.txt': '' }), kind: 'loadout' });
    expect(files).toEqual(['loadout.yaml']);
    const loadout = decodeLoadout(await readFile(path.join(dir, 'loadout.yaml'), 'utf8'), 'loadout.yaml');
    expect(loadout.toolkits).toMatchObject({ '@toolbase/symbolic': { bundles: ['widths'] } });
  });

  it('writes Python sources whose own tests pass with Python alone', async (context) => {
    needsExternal(context, 'python3', realPython() !== undefined);
    const { dir } = await init({ dir: path.join(await folderOf({}), 'py'), kind: 'python' });
    const { stderr } = await promisify(execFile)('python3', ['-m', 'unittest', 'discover', 'test'], {
      cwd: dir,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(stderr).toMatch(/Ran 3 tests[^]*OK/);
  });

  it('writes Python requirements of which every one is pinned by a hash', async () => {
    const { dir } = await init({ dir: await folderOf({}), kind: 'python' });
    const text = await readFile(path.join(dir, 'server/requirements.txt'), 'utf8');
    const source = ToolkitSource.parse(
      parseStrictYaml(await readFile(path.join(dir, 'toolkit.yaml'), 'utf8'), 'toolkit.yaml'),
    );
    const pinned = pinnedEnvironment(source.environments['server']!, () => text, 'server');
    const named = pinned.kind === 'python' ? pinned.requirements.map(({ name }) => name) : [];
    expect(named).toContain(text.match(/^mcp(?===)/m)?.[0]);
    expect(named.length).toBeGreaterThan(25);
    expect(text).not.toMatch(/https?:/);
  });

  it.each([
    ['Two Body!', 'two-body'],
    ['--', 'my-toolkit'],
    ['Größe', 'gr-e'],
    ['1st', '1st'],
  ])('makes the folder name %s a toolkit name', (folder, name) => {
    expect(nearestToolkitName(folder)).toBe(name);
  });
});
