import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HarnessEnd, HarnessInput } from '../../../src/harness/index.ts';
import { runHarness } from '../../../src/harness/io/index.ts';
import { scriptedHarness } from '../../../src/harness/scripted/scripted-harness.ts';
import { isSystemError, type Json } from '../../../src/kernel/index.ts';
import { encodeLock } from '../../../src/lockfile/index.ts';
import { decayLock } from '../decay-lock.ts';

const fixture = path.resolve(import.meta.dirname, '../../fixtures/mcp/loadout-server.mjs');
const scalar: Json = {
  do: 'call',
  operation: 'symbolic__ComputeDecayRate',
  saveAs: 'scalar',
  arguments: {
    terms: [{ vertex: 'v', structure: '1', coupling: '-y' }],
    parameters: [
      { name: 'y', value: 0.87 },
      { name: 'mS', value: 1240 },
      { name: 'mf', value: 320 },
    ],
  },
};
const write: Json = { do: 'write', path: 'answer.json', json: { width_gev: '${/scalar/width_gev}' } };

let folder = '';
let workspace = '';
let events: Json[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'toolbase-harness-')));
  workspace = await realpath(await mkdtemp(path.join(folder, 'workspace-')));
  await writeFile(path.join(folder, 'x.lock'), encodeLock(decayLock()));
  events = [];
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

async function run(
  behaviour: string,
  steps: Json[],
  options: Partial<Pick<HarnessInput, 'signal' | 'loadout'>> = {},
): Promise<HarnessEnd> {
  return await runHarness(scriptedHarness({ formatVersion: 1, kind: 'script', steps }, 'x.yaml'), {
    workspace,
    prompt: 'Compute.',
    seed: 1,
    loadout: { lock: decayLock(), path: path.join(folder, 'x.lock') },
    serve: { command: process.execPath, args: [fixture, behaviour] },
    callLog: path.join(folder, 'calls.jsonl'),
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
    ...options,
  });
}

const answer = async (): Promise<string> => await readFile(path.join(workspace, 'answer.json'), 'utf8');

describe('a scripted trial with a loadout', () => {
  it('calls operations over MCP and builds its files from the results', async () => {
    expect(await run('sound', [scalar, write])).toEqual({ kind: 'completed' });
    const { width_gev } = JSON.parse(await answer()) as { width_gev: number };
    expect(width_gev).toBeCloseTo(23.464911722945107, 12);
    expect(events.map((event) => (event as { type: string }).type)).toEqual([
      'listed',
      'call',
      'result',
      'wrote',
      'server-ended',
    ]);
  });

  it.each([
    ['drops-a-tool', 'missing: symbolic__ComputeDecayRate'],
    ['changes-a-tool', 'different from the lock: symbolic__ComputeDecayRate, symbolic__ListStructures'],
    ['adds-a-tool', 'not in the lock: extra__Tool'],
  ])('does not begin when the server %s', async (behaviour, message) => {
    expect(await run(behaviour, [scalar, write])).toMatchObject({
      kind: 'loadout_missing',
      evidence: { message },
    });
    await expect(answer()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('does not begin when the server refuses to start, and says what it said', async () => {
    const end = await run('refuses', [scalar]);
    expect(end).toMatchObject({ kind: 'loadout_missing', evidence: { exitCode: 3 } });
    expect(JSON.stringify(end)).toContain('NOT_INSTALLED');
  });

  it('does not blame the loadout when it is stopped before the server is ready', async () => {
    const stopping = new AbortController();
    const ending = run('silent', [scalar, write], { signal: stopping.signal });
    setTimeout(() => stopping.abort(), 200);
    expect(await ending).toMatchObject({ kind: 'not_ready' });
  });

  it('does not begin when there is no such program', async () => {
    const end = await runHarness(
      scriptedHarness({ formatVersion: 1, kind: 'script', steps: [scalar] }, 'x'),
      {
        workspace,
        prompt: '',
        seed: 1,
        loadout: { lock: decayLock(), path: path.join(folder, 'x.lock') },
        serve: { command: path.join(folder, 'no-such-program'), args: [] },
        callLog: path.join(folder, 'calls.jsonl'),
        signal: new AbortController().signal,
        emit: () => undefined,
      },
    );
    expect(end.kind).toBe('loadout_missing');
    expect(JSON.stringify(end)).toContain('ENOENT');
  });

  it('tells a server that dies in mid-call from a mistake of the agent', async () => {
    expect(await run('dies', [scalar, write])).toMatchObject({
      kind: 'server_failed',
      evidence: { exitCode: 134, stderr: 'out of memory\n' },
    });
  });

  it('ends as an agent error when an operation answers with one', async () => {
    const end = await run('fails', [scalar, write]);
    expect(end.kind).toBe('agent_error');
    expect(JSON.stringify(end)).toContain('BAD_ARGUMENTS');
  });

  it('ends as an agent error when a result lacks what is to be written', async () => {
    const steps = [scalar, { do: 'write', path: 'answer.json', json: '${/scalar/height}' }];
    expect(await run('sound', steps)).toMatchObject({ kind: 'agent_error' });
  });

  it('writes through no link that an operation may have left in the workspace', async () => {
    await symlink(folder, path.join(workspace, 'results'));
    const steps = [{ do: 'write', path: 'results/sub/x.txt', text: 'x' }];
    expect(await run('sound', steps)).toMatchObject({ kind: 'agent_error' });
    await expect(readFile(path.join(folder, 'sub/x.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('lets the server see the allow-listed environment alone', async () => {
    process.env['PLANTED_API_KEY'] = 'k-123';
    process.env['TOOLBASE_PLANTED'] = 'yes';
    try {
      await run('shows-environment', [scalar]);
    } finally {
      delete process.env['PLANTED_API_KEY'];
      delete process.env['TOOLBASE_PLANTED'];
    }
    const seen = (
      events.find((event) => (event as { type: string }).type === 'result') as {
        value: { environment: string[] };
      }
    ).value.environment;
    expect(seen).toContain('TOOLBASE_PLANTED');
    const allowed = /^(PATH|HOME|TMPDIR|LANG|LC_ALL|LC_CTYPE|TZ|XDG_(CONFIG|DATA|CACHE)_HOME|TOOLBASE_.*)$/;
    // macOS adds this one to every process.
    expect(seen.filter((name) => !allowed.test(name) && name !== '__CF_USER_TEXT_ENCODING')).toEqual([]);
  });
});

describe('when a trial is over, nothing that it started runs', () => {
  const writerIsGone = async (): Promise<boolean> => {
    const pid = Number(await readFile(path.join(workspace, 'writer.pid'), 'utf8'));
    try {
      process.kill(pid, 0);
      return await isZombie(pid);
    } catch (cause) {
      return isSystemError(cause, 'ESRCH');
    }
  };

  it('after it completed', async () => {
    expect(await run('leaves-a-writer', [scalar, write])).toEqual({ kind: 'completed' });
    expect(await writerIsGone()).toBe(true);
  });

  it('after it was stopped in mid-call', async () => {
    const stopping = new AbortController();
    const ending = run('hangs', [scalar, write], { signal: stopping.signal });
    await waitFor(async () => (await readFile(path.join(workspace, 'writer.pid'), 'utf8')) !== '');
    stopping.abort();
    expect(await ending).toEqual({ kind: 'stopped' });
    expect(await writerIsGone()).toBe(true);
  });
});

describe('a scripted trial without a loadout', () => {
  it('starts no server', async () => {
    const end = await run('refuses', [{ do: 'nothing' }], { loadout: undefined });
    expect(end).toEqual({ kind: 'completed' });
    expect(events).toEqual([{ type: 'nothing' }]);
  });
});

async function isZombie(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return / Z /.test(stat);
}

async function waitFor(happened: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await happened().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it did not happen within 10 s');
}
