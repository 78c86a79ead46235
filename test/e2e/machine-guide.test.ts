import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { guideScripts, programFolder } from './guide.ts';
import { runOn } from './offline.ts';
import { freshFolder, ROOT } from './toolbase.ts';

it('the guide to settings, secrets and programs works as it is written', async () => {
  const home = await freshFolder();
  await mkdir(path.join(home, 'project', 'opt'), { recursive: true });
  await writeFile(path.join(home, 'project', 'opt', 'form'), '#!/bin/sh\necho FORM 4.3.1\n');
  await chmod(path.join(home, 'project', 'opt', 'form'), 0o755);
  const sections = guideScripts('machine-settings');
  const script = [`cd ${home}`, ...[...sections.values()].flat()].join('\n');
  const env = {
    PATH: `${programFolder(home)}:${process.env['PATH'] ?? ''}`,
    TOOLBASE: ROOT,
    KEY_OF_THE_GRID: 'sk-CANARY-0123456789',
  };
  const ended = await runOn({ home, network: true }, [], env, ['bash', '-euo', 'pipefail', '-c', script]);
  expect(ended.status, ended.stdout + ended.stderr).toBe(0);
  const said = ended.stdout;
  expect(said).toContain('CANNOT run here: 1 to put right\nstatus 3\n');
  expect(said).toContain('it is now 8\n8\n');
  for (const threads of [2, 4, 16]) expect(said).toContain(`"threads": ${threads},`);
  expect(said).toContain('"keyLength": 8,');
  expect(said).toContain('\nenv:GRID_KEY\n');
  expect(said).toContain('\nset, hidden\n');
  expect(said).toMatch(/4\.3\.1\s+\(/);
  expect(said.trimEnd().endsWith('grid.lock can run here')).toBe(true);
  expect(said + ended.stderr).not.toContain('CANARY');
});
