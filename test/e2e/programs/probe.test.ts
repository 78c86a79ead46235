import { chmod, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LAUNCHABLE_IDS, type ProbeReport } from '../../../src/harness/index.ts';
import { needsHarness, pinnedVersion } from './agent-programs.ts';
import { needsNamespaces } from '../offline.ts';
import { errorOf, freshFolder, LOCK, toolbase } from '../toolbase.ts';

const LIMIT_MS = 240_000;
const OPERATION = 'symbolic__ComputeDecayRate';
const SEEN_AS = {
  'claude-code': `mcp__toolbase__${OPERATION}`,
  codex: `mcp__toolbase.${OPERATION}`,
  opencode: `toolbase_${OPERATION}`,
  'gemini-cli': `mcp_toolbase_${OPERATION}`,
} as const;

let home: string;
beforeAll(async () => {
  home = await freshFolder();
  expect((await toolbase(home, ['install', LOCK])).status).toBe(0);
});

const probe = (...args: string[]) => toolbase(home, ['probe', ...args]);

/** A program that tells a version, and else runs a script. */
async function fakeProgram(script: string): Promise<string> {
  const file = path.join(await freshFolder(), 'claude');
  await writeFile(file, `#!/bin/sh\nif [ "$1" = --version ]; then echo 9.9.9; exit; fi\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

describe('a probe of a real program', () => {
  for (const id of LAUNCHABLE_IDS)
    it(
      `shows that ${id} puts the locked interface before its model at once`,
      async (context) => {
        needsNamespaces(context);
        const program = needsHarness(context, id);
        const ended = await probe(id, LOCK, '--program', program, '--json');
        const report = JSON.parse(ended.stdout) as ProbeReport;
        expect(report).toMatchObject({
          ...{ version: await pinnedVersion(id), network: 'none', toolsAtTurn: 1, deferral: null },
          differences: [],
          seen: {
            operations: [{ name: OPERATION, seenAs: SEEN_AS[id], description: 'same' }],
            ...{ instructions: 'same', unexpected: [] },
          },
        });
        expect(ended.status).toBe(0);
      },
      LIMIT_MS,
    );

  for (const [id, deferral, words] of [
    ['claude-code', 'tool search', 'tools are deferred behind a tool that searches for tools'],
    ['codex', 'code mode', 'tools are deferred behind a tool that runs code'],
  ] as const)
    it(
      `shows that ${id} defers tools by its own defaults, and ends with 1`,
      async (context) => {
        needsNamespaces(context);
        const program = needsHarness(context, id);
        const ended = await probe(id, LOCK, '--program', program, '--own-defaults');
        expect(ended.stdout).toContain(`tools are deferred (${deferral})`);
        expect(ended.stdout).toContain(words);
        expect(ended.stdout).toContain(`${OPERATION} was not offered`);
        expect(ended.status).toBe(1);
      },
      LIMIT_MS,
    );
});

describe('a probe', () => {
  it('says how to install a program that is missing', async () => {
    const ended = await probe('codex', LOCK, '--json');
    expect(ended.status).toBe(3);
    expect(errorOf(ended)).toMatchObject({ code: 'EXTERNAL_MISSING' });
    expect(errorOf(ended)?.hint).toContain('npm install --global @openai/codex');
    const wrong = await probe('codex', LOCK, '--program', '/nowhere/codex', '--json');
    expect(errorOf(wrong)).toMatchObject({ code: 'EXTERNAL_MISSING' });
  });

  it('refuses wrong use, and a lock whose toolkits are not installed', async () => {
    expect((await probe('emacs', LOCK)).status).toBe(2);
    expect((await probe('codex', LOCK, '--timeout', '1.5')).status).toBe(2);
    expect((await probe('codex', path.join(home, 'none.lock'))).status).toBe(2);
    const bare = await toolbase(await freshFolder(), ['probe', 'codex', LOCK, '--json']);
    expect(errorOf(bare)).toMatchObject({ code: 'NOT_INSTALLED' });
  });

  it('says what a program said that ended, or did nothing, without asking the model', async (context) => {
    needsNamespaces(context);
    const ending = await fakeProgram('echo "no such flag" >&2; exit 4');
    const ended = await probe('claude-code', LOCK, '--program', ending, '--json');
    expect(ended.status).toBe(3);
    expect(errorOf(ended)?.code).toBe('HOST_FAILED');
    expect(errorOf(ended)?.hint).toContain('no such flag');
    const idle = await fakeProgram('sleep 60');
    const late = await probe('claude-code', LOCK, '--program', idle, '--timeout', '1', '--json');
    expect(errorOf(late)?.code).toBe('HOST_TIMEOUT');
  });

  it('gives the program none of the variables of its user, and no network', async (context) => {
    needsNamespaces(context);
    const listener = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const prying = await fakeProgram(
      `env >&2; "${process.execPath}" -e 'fetch("http://127.0.0.1:${port}").then((r) => r.text(), (e) => e.cause.code).then(console.error)' >&2`,
    );
    const args = ['probe', 'claude-code', LOCK, '--program', prying, '--json'];
    const env = { ANTHROPIC_API_KEY: 'sk-CANARY-1', AWS_SECRET_ACCESS_KEY: 'CANARY-2', LAB_NOTE: 'CANARY-3' };
    const shut = await toolbase(home, args, { env });
    const open = await toolbase(home, [...args, '--allow-network'], { env });
    listener.close();
    expect(shut.stdout + shut.stderr + open.stdout + open.stderr).not.toContain('CANARY');
    expect(errorOf(shut)?.hint).toContain('ECONNREFUSED');
    expect(errorOf(open)?.hint).toContain('reached');
  });

  it('leaves nothing behind', async (context) => {
    needsNamespaces(context);
    const temp = await freshFolder();
    const program = await fakeProgram('sleep 300 & exit 0');
    await toolbase(home, ['probe', 'claude-code', LOCK, '--program', program], { env: { TMPDIR: temp } });
    expect(await readdir(temp)).toEqual([]);
  });
});
