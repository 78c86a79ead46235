import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { needsExternal } from '../external.ts';
import { guideScripts, programFolder } from './guide.ts';
import { runOn } from './offline.ts';
import { freshFolder, ROOT } from './toolbase.ts';

const hasPrograms = ['curl', 'openssl'].every((name) => spawnSync(name, ['--help']).error === undefined);

it('the guide to serving works as it is written: over standard input, over HTTP, from a working tree', async (context) => {
  needsExternal(context, 'curl and openssl', hasPrograms);
  const home = await freshFolder();
  await mkdir(path.join(home, 'work'));
  const script = [`cd ${home}/work`, ...[...guideScripts('serving').values()].flat()].join('\n');
  const env = { PATH: `${programFolder(home)}:${process.env['PATH'] ?? ''}`, TOOLBASE: ROOT };
  const { status, stdout, stderr } = await runOn({ home, network: true }, [], env, [
    ...['bash', '-euo', 'pipefail', '-c', script],
  ]);
  expect(status, stdout + stderr).toBe(0);
  // The same list over both ways; over HTTP it may come as an event.
  const lists = stdout.split('\n').filter((line) => line.includes('"tools":['));
  expect(lists).toHaveLength(2);
  for (const list of lists) expect(list).toContain('"name":"symbolic__ComputeDecayRate"');
  expect(stdout).toContain('"mcpServers"');
  expect(stdout).toContain('width');
  expect(stdout).toMatch(/symbolic__ComputeDecayRate\s+OK/);
  expect(stdout).toContain(
    'toolbase_hosts{loadout="symbolic-eda",toolkit="@toolbase/symbolic",state="ready"} 0',
  );
  expect(stdout).toContain('\nok\n');
}, 120_000);
