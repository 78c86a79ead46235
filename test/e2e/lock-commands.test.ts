import { execFile, spawnSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { LockDiff } from '../../src/lockfile/index.ts';
import { compileTypescript } from '../lockfile/types/compile-typescript.ts';
import { missingPython } from '../lockfile/types/python.ts';
import { needsExternal } from '../external.ts';
import { errorOf, freshFolder, LOCK, PROGRAM, toolbase } from './toolbase.ts';
import { changedWorkshop, installedWorkshop, type Workshop } from './workshop.ts';

describe('diff and lock --update', () => {
  let workshop: Workshop;
  let before: string;
  let updated: string;
  beforeAll(async () => {
    workshop = await installedWorkshop();
    before = path.join(workshop.home, 'before.lock');
    await writeFile(before, await readFile(workshop.lock));
    const next = await changedWorkshop('package.json', (text) => text.replace('"1.0.0"', '"1.0.1"'));
    const source = path.join(next, 'src', 'toolkit.ts');
    await writeFile(
      source,
      (await readFile(source, 'utf8')).replace(/(description:\s*)'([^']+)'/, "$1'$2 Slowly.'"),
    );
    expect((await toolbase(workshop.home, ['publish', next])).stderr).toBe('');
    updated = (await toolbase(workshop.home, ['lock', workshop.loadout, '--update'])).stdout;
  });

  it('tell how an operation changed, and exit with 1', async () => {
    const ended = await toolbase(workshop.home, ['diff', before, workshop.lock]);
    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(/workshop 1\.0\.0 -> 1\.0\.1 {2}a patch step, as it deserves \(patch\)/);
    expect(ended.stdout).toMatch(/description reworded \(patch\)\n +\| .*\{\+ Slowly\.\+\}/);
    expect(updated).toMatch(/description reworded \(patch\)\n +\| .*\{\+ Slowly\.\+\}/);
    expect(ended.stdout.split('\n').filter((line) => line.length > 80 && !line.includes('sha256:'))).toEqual(
      [`${before} -> ${workshop.lock}`].filter((line) => line.length > 80),
    );
  });

  it('lock takes loadout.yaml when nothing is named', async () => {
    const cwd = await freshFolder();
    await writeFile(path.join(cwd, 'loadout.yaml'), await readFile(workshop.loadout));
    const ended = await toolbase(workshop.home, ['lock', '--json'], { cwd });
    expect(JSON.parse(ended.stdout)).toMatchObject({ lockFile: 'loadout.lock', outcome: 'created' });
  });

  it('take a lock out of a pipe', () => {
    const script = `exec "${process.execPath}" "${PROGRAM}" diff <(cat "${before}") "${workshop.lock}" --json`;
    const { status, stdout } = spawnSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: workshop.home, TOOLBASE_HOME: workshop.home },
    });
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { differs: true }]);
  });

  it('give a diff of its format as JSON', async () => {
    const ended = await toolbase(workshop.home, ['diff', before, workshop.lock, '--json']);
    const report = JSON.parse(ended.stdout) as { differs: boolean; digest: string; diff: unknown };
    expect([report.differs, LockDiff.parse(report.diff).level]).toEqual([true, 'patch']);
    expect(report.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('exit with 0 for equal locks', async () => {
    const ended = await toolbase(workshop.home, ['diff', before, before]);
    expect([ended.status, ended.stdout]).toEqual([0, `${before} and ${before} are equal\n`]);
  });

  it('refuse what is no lock', async () => {
    const ended = await toolbase(workshop.home, ['diff', before, workshop.loadout, '--json']);
    expect([ended.status, errorOf(ended)?.code]).toEqual([2, 'USAGE']);
  });
});

describe('types', () => {
  it('writes TypeScript that compiles, once', async () => {
    const home = await freshFolder();
    const file = path.join(home, 'operations.ts');
    const ended = await toolbase(home, ['types', LOCK, '--output', file]);
    expect([ended.status, ended.stdout]).toEqual([0, `${file} written (typescript)\n`]);
    const use = `import type { Operations } from './operations.ts';
      export type Given = Operations['symbolic__ComputeDecayRate']['input'];`;
    expect(compileTypescript({ 'operations.ts': await readFile(file, 'utf8'), 'use.ts': use })).toEqual([]);
    const { mtimeMs } = await stat(file);
    expect((await toolbase(home, ['types', LOCK, '--output', file])).stdout).toContain('unchanged');
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  });

  it('writes Python whose types are there when it runs', async (context) => {
    needsExternal(context, 'Python 3.11', missingPython === undefined);
    const home = await freshFolder();
    const file = path.join(home, 'operations.py');
    expect((await toolbase(home, ['types', LOCK, '-o', file, '--language', 'python'])).status).toBe(0);
    const check = 'import operations as o; print(sorted(o.Operations.__annotations__))';
    const { stdout } = await promisify(execFile)('python3', ['-W', 'error', '-c', check], { cwd: home });
    expect(stdout).toBe("['symbolic__ComputeDecayRate']\n");
  });

  it('prints to standard output when no file is named, and needs to know the language', async () => {
    const home = await freshFolder();
    const printed = await toolbase(home, ['types', LOCK, '--language', 'python']);
    expect(printed.stdout).toMatch(/^"""Types of locked operations/);
    for (const more of [[], ['--output', 'operations.txt']]) {
      const ended = await toolbase(home, ['types', LOCK, ...more, '--json']);
      expect([ended.status, errorOf(ended)?.code]).toEqual([2, 'USAGE']);
    }
  });
});
