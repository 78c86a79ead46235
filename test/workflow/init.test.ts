import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { describeNodeToolkit } from '../../src/host/io/index.ts';
import { nearestToolkitName } from '../../src/workflow/init.ts';
import { init, pack } from '../../src/workflow/io/index.ts';
import { folderOf } from './toolkit-folder.ts';

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

  it('refuses a folder that holds anything, and leaves it as it was', async () => {
    const dir = await folderOf({ 'notes.txt': 'mine' });
    await expect(init({ dir })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(await readdir(dir)).toEqual(['notes.txt']);
    await expect(init({ dir: path.join(dir, 'notes.txt') })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
    });
    await expect(init({ dir: path.join(dir, 'notes.txt/below') })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
    });
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

  it.each([
    ['Two Body!', 'two-body'],
    ['--', 'my-toolkit'],
    ['Größe', 'gr-e'],
    ['1st', '1st'],
  ])('makes the folder name %s a toolkit name', (folder, name) => {
    expect(nearestToolkitName(folder)).toBe(name);
  });
});
