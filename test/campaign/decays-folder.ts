import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunEvent, type RunOptions, type RunResult, runCampaign } from '../../src/campaign/io/index.ts';
import { encodeLock } from '../../src/lockfile/index.ts';
import { decayLock } from '../harness/decay-lock.ts';

const shipped = path.resolve(import.meta.dirname, '../../benchmarks/decays');
const fixture = path.resolve(import.meta.dirname, '../fixtures/mcp/loadout-server.mjs');

/** A copy of the shipped benchmark and campaign with a lock of the fixture server, to run and to break. */
export type DecaysFolder = {
  readonly root: string;
  readonly benchmark: string;
  readonly campaign: string;
  readonly lock: string;
  readonly out: string;
  readonly edit: (file: string, from: string | RegExp, to: string) => Promise<void>;
  readonly run: (
    behaviour?: string,
    options?: Partial<RunOptions>,
  ) => Promise<{ result: RunResult; events: RunEvent[] }>;
  readonly remove: () => Promise<void>;
};

export async function decaysFolder(): Promise<DecaysFolder> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'toolbase-campaign-')));
  const benchmark = path.join(root, 'benchmarks', 'decays');
  const lock = path.join(root, 'loadouts', 'symbolic-eda.lock');
  await cp(shipped, benchmark, { recursive: true });
  await mkdir(path.dirname(lock));
  await writeFile(lock, encodeLock(decayLock()));
  const campaign = path.join(benchmark, 'campaigns', 'scripted.yaml');
  const out = path.join(root, 'out');
  return {
    root,
    benchmark,
    campaign,
    lock,
    out,
    edit: async (file, from, to) => {
      const text = await readFile(path.join(benchmark, file), 'utf8');
      const edited = text.replace(from, to);
      if (edited === text) throw new Error(`${String(from)} is not in ${file}`);
      await writeFile(path.join(benchmark, file), edited);
    },
    run: async (behaviour = 'sound', options = {}) => {
      const events: RunEvent[] = [];
      const result = await runCampaign({
        file: campaign,
        out,
        serve: { command: process.execPath, args: [fixture, behaviour] },
        signal: new AbortController().signal,
        toolbaseVersion: '0.1.0',
        nowMs: () => Date.UTC(2030, 0, 2),
        ...options,
        onEvent: (event) => {
          events.push(event);
          options.onEvent?.(event);
        },
      });
      return { result, events };
    },
    remove: async () => await rm(root, { recursive: true, force: true }),
  };
}
