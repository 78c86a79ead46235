import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from '@decimalturn/toml-patch';
import { beforeAll, describe, expect, it } from 'vitest';
import { LAUNCHABLE_IDS, LAUNCHABLES, type LaunchableId } from '../../../src/harness/index.ts';
import { openEnclosure } from '../../../src/harness/io/launch/enclosure.ts';
import { programEnvironment, runProgram } from '../../../src/harness/io/launch/run-program.ts';
import type { Launch, Launchable } from '../../../src/harness/launch/launchable.ts';
import { seenInterface } from '../../../src/harness/probe/seen-interface.ts';
import { readLock } from '../../../src/lockfile/io/index.ts';
import { needsHarness } from './agent-programs.ts';
import { needsNamespaces } from '../offline.ts';
import { freshFolder, LOCK, toolbase } from '../toolbase.ts';

const LIMIT_MS = 240_000;

let home: string;
beforeAll(async () => {
  home = await freshFolder();
  expect((await toolbase(home, ['install', LOCK])).status).toBe(0);
});

type Table = Record<string, unknown>;

/** A launch without any server of its own: what the program knows of one, it has read from the project. */
const WITHOUT_SERVER: Readonly<Record<LaunchableId, (launch: Launch, workspace: string) => Launch>> = {
  'claude-code': ({ args, ...launch }) => {
    const at = args.indexOf('--mcp-config');
    return {
      ...launch,
      args: [...args.slice(0, at), ...args.slice(at + 3)].map((arg) => (arg === '' ? 'project' : arg)),
    };
  },
  codex: ({ files, ...launch }, workspace) => ({
    ...launch,
    files: changed(files, (text) => {
      const table = without('mcp_servers', parse(text) as Table);
      return stringify({ ...table, projects: { [workspace]: { trust_level: 'trusted' } } });
    }),
  }),
  opencode: ({ files, env, ...launch }) => ({
    ...launch,
    env: without('OPENCODE_DISABLE_PROJECT_CONFIG', env),
    files: changed(files, withoutKey('mcp')),
  }),
  'gemini-cli': ({ files, ...launch }) => ({ ...launch, files: changed(files, withoutKey('mcpServers')) }),
};

const changed = (files: Launch['files'], change: (text: string) => string): Launch['files'] =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, change(text)]));

const withoutKey =
  (key: string) =>
  (text: string): string =>
    JSON.stringify(without(key, JSON.parse(text) as Table));

const without = <T>(key: string, table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));

describe('what attach writes into a project', () => {
  for (const id of LAUNCHABLE_IDS)
    it(
      `is taken by the program itself: ${id}`,
      async (context) => {
        needsNamespaces(context);
        const program = needsHarness(context, id);
        const harness: Launchable = LAUNCHABLES[id];
        const workspace = path.join(await realpath(await freshFolder()), 'project');
        await mkdir(workspace);
        const attached = await toolbase(home, ['attach', id, LOCK, '--project', workspace]);
        expect(attached.status, attached.stderr).toBe(0);
        const end = await runProgram({
          harness: {
            ...harness,
            launch: (request) => WITHOUT_SERVER[id](harness.launch(request), workspace),
          },
          ...{ program, workspace, prompt: 'Say that you are ready.', model: undefined, tools: 'direct' },
          server: { name: 'unused', launch: { command: '/nowhere', args: [], variables: {}, passed: [] } },
          answer: () => ({ text: 'Ready.', calls: [] }),
          limitMs: LIMIT_MS / 2,
          enclosure: await openEnclosure(programEnvironment(workspace)),
        });
        expect(end.exit, end.stderr + end.stdout).toEqual({ exitCode: 0, signal: null });
        const first = end.exchanges
          .flatMap(({ request }) => request ?? [])
          .find(({ tools }) => tools.length > 0);
        if (first === undefined) throw new Error(`no request: ${end.stderr}`);
        const seen = seenInterface(await readLock(LOCK), first, 'toolbase', harness);
        expect(seen).toMatchObject({ instructions: 'same', operations: [{ description: 'same' }] });
      },
      LIMIT_MS,
    );
});
