import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startHttp } from '../../server/http/http-server.ts';
import { freshFolder, ROOT, toolbase } from '../toolbase.ts';
import { needsProgram, runProgramOf } from './agent-programs.ts';

const TOOLKIT = path.join(ROOT, 'test', 'fixtures', 'toolkits', 'conformance');
const EXPECTED = path.join(ROOT, 'test', 'fixtures', 'conformance');
const REVISIONS = ['2025-11-25', '2026-07-28'];
const LIMIT_MS = 180_000;

let home: string;
let lockFile: string;
beforeAll(async () => {
  home = await freshFolder();
  lockFile = path.join(home, 'conformance.lock');
  const loadout = path.join(home, 'conformance.yaml');
  await writeFile(loadout, 'formatVersion: 1\ntoolkits: {conformance: {version: "1", as: ""}}\n');
  for (const args of [
    ['publish', TOOLKIT],
    ['lock', loadout],
    ['install', lockFile],
  ])
    expect((await toolbase(home, args)).status).toBe(0);
});

describe('the MCP conformance suite', () => {
  for (const revision of REVISIONS)
    it(
      `finds that the HTTP server does what ${revision} requires, but for what is listed`,
      async (context) => {
        needsProgram(context, 'conformance');
        const { url } = await startHttp({ lockFile, home });
        const ended = await runProgramOf('@modelcontextprotocol/conformance/dist/index.js', [
          ...['server', '--url', url, '--requirements', revision],
          ...['--expected-failures', path.join(EXPECTED, `${revision}.yaml`)],
        ]);
        expect(ended.status, ended.stdout.slice(-6000) + ended.stderr.slice(-2000)).toBe(0);
        // Every message of ours was checked against the schema of the revision.
        expect(ended.stdout).toContain('✓ tools-call-simple-text: 2 passed');
      },
      LIMIT_MS,
    );

  it('has a reason beside every failure that is expected', async () => {
    expect(await readdir(EXPECTED)).toEqual(REVISIONS.map((revision) => `${revision}.yaml`));
    for (const revision of REVISIONS) {
      const [, entries = ''] = (await readFile(path.join(EXPECTED, `${revision}.yaml`), 'utf8')).split(
        'server:\n',
      );
      for (const line of entries.trimEnd().split('\n'))
        expect(line).toMatch(/^ {2}- [a-z0-9-]+(:[\w-]+)? # \S+ \S+/);
    }
  });
});

describe('the MCP inspector', () => {
  for (const era of ['legacy', 'modern'])
    it(
      `lists and calls over standard input and output: ${era}`,
      async (context) => {
        needsProgram(context, 'mcp-inspector');
        const inspect = (...method: string[]) =>
          runProgramOf('@modelcontextprotocol/inspector/clients/launcher/build/index.js', [
            ...['--cli', process.execPath, path.join(ROOT, 'bin', 'run.js')],
            ...['serve', lockFile, '--workspace', home, '--home', home],
            ...['--format', 'json', '--protocol-era', era, '--method', ...method],
          ]);
        const listed = await inspect('tools/list');
        expect(listed.status, listed.stderr).toBe(0);
        expect(listed.stdout).toContain('"test_error_handling"');
        const called = await inspect('tools/call', '--tool-name', 'test_simple_text');
        expect(called.status, called.stderr).toBe(0);
        expect(called.stdout).toContain('This is a simple text response for testing.');
      },
      LIMIT_MS,
    );
});
