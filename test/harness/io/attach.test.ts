import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { attach, detach, openAttachmentRecords } from '../../../src/harness/io/index.ts';
import { tempFolder } from '../../setup/temp-folder.ts';

function places() {
  const homeDir = tempFolder('home');
  const state = path.join(homeDir, 'state');
  const where = { homeDir, configDir: path.join(homeDir, '.config'), projectDir: homeDir, env: {} };
  const request = (name: string) => ({
    ...({ harness: 'cursor', scope: 'user', name, force: false, dryRun: false } as const),
    ...{ places: { ...where, platform: 'linux' } as const, lock: '/l/a.lock', skills: [] },
    launch: { command: '/usr/bin/node', args: ['serve'], variables: {}, passed: [] },
  });
  return { request, state, file: path.join(homeDir, '.cursor', 'mcp.json') };
}

test('programs that attach at the same time all find their server in the file, and detach leaves none', async () => {
  const { request, state, file } = places();
  const names = Array.from({ length: 8 }, (_, at) => `server-${at}`);
  // Each with its own view of the records, as processes have.
  const records = () => openAttachmentRecords(state);
  await Promise.all(names.map((name) => attach(request(name), records())));
  const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: object };
  expect(Object.keys(mcpServers).sort()).toEqual(names);
  await Promise.all(names.map((name) => detach(request(name), records())));
  expect(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}).not.toHaveProperty(
    'mcpServers.server-0',
  );
  expect(readdirSync(state)).toEqual([]);
});
