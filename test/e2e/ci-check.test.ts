import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { guideScripts, programFolder } from './guide.ts';
import { runOn } from './offline.ts';
import { freshFolder } from './toolbase.ts';

it('the guide to checking loadouts in CI works as it is written', async () => {
  const home = await freshFolder();
  const scripts = [...guideScripts('ci-check').values()].flat();
  expect(scripts).toHaveLength(5);
  const env = { PATH: `${programFolder(home)}:${process.env['PATH'] ?? ''}` };
  const command = ['bash', '-euo', 'pipefail', '-c', scripts.join('\n')];
  const ended = await runOn({ home, network: true }, [], env, command);
  expect(ended.status, ended.stdout + ended.stderr).toBe(0);
  expect(ended.stderr).toContain('LOCK_STALE: forgot.lock is not up to date: ');
  expect(ended.stderr).toContain('LOCK_CONFLICT: conflict.lock holds merge-conflict markers');
  expect(ended.stdout).toContain('group.lock: every toolkit is at its newest version');
  expect(readFileSync(path.join(home, 'conflict.lock'), 'utf8')).toBe(
    readFileSync(path.join(home, 'group.lock'), 'utf8'),
  );
});
