import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from '@decimalturn/toml-patch';
import { beforeAll, describe, expect, it } from 'vitest';
import { LAUNCHABLE_IDS, LAUNCHABLES, type LaunchableId } from '../../../src/harness/index.ts';
import { openEnclosure } from '../../../src/harness/io/launch/enclosure.ts';
import { programEnvironment, runProgram } from '../../../src/harness/io/launch/run-program.ts';
import type { Launch, LaunchRequest } from '../../../src/harness/launch/launchable.ts';
import { seenInterface } from '../../../src/harness/probe/seen-interface.ts';
import { readLock } from '../../../src/lockfile/io/index.ts';
import { needsHarness } from './agent-programs.ts';
import { needsNamespaces } from '../offline.ts';
import { freshFolder, LOCK, PROGRAM, toolbase } from '../toolbase.ts';

const LIMIT_MS = 240_000;

let home: string;
beforeAll(async () => {
  home = await freshFolder();
  expect((await toolbase(home, ['install', LOCK])).status).toBe(0);
});

type Table = Record<string, unknown>;
type Scope = 'project' | 'user';

/** A launch without any server of its own: what the program knows of one, it has read where `attach` wrote it. */
const WITHOUT_SERVER: Readonly<
  Record<LaunchableId, (launch: Launch, workspace: string, scope: Scope) => Launch>
> = {
  // It tells of skills where it may use them.
  'claude-code': ({ args, ...launch }, _workspace, scope) => {
    const at = args.indexOf('--mcp-config');
    return {
      ...launch,
      args: [...args.slice(0, at), ...args.slice(at + 3)].map((arg, index, all) =>
        arg === '' ? scope : all[index - 1] === '--tools' ? `${arg},Skill` : arg,
      ),
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

/** The launch after `attach` was run in the same home, on the files that the program has there already. */
function attached(id: LaunchableId, scope: Scope, request: LaunchRequest): Launch {
  const { homeDir, workspace } = request;
  const launch = WITHOUT_SERVER[id](LAUNCHABLES[id].launch(request), workspace, scope);
  for (const [file, text] of Object.entries(launch.files)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const args = ['attach', id, LOCK, '--scope', scope, '--project', workspace];
  const ended = spawnSync(process.execPath, [PROGRAM, ...args], {
    env: { ...programEnvironment(homeDir), ...launch.env, TOOLBASE_HOME: home },
    encoding: 'utf8',
  });
  expect(ended.status, ended.stderr).toBe(0);
  return { ...launch, files: {} };
}

/** The folder that `attach` gives the one skill of the lock. */
const SKILL = 'toolbase-symbolic-symbolic-widths';

describe.each<Scope>(['project', 'user'])('what attach writes for a %s', (scope) => {
  for (const id of LAUNCHABLE_IDS)
    it(
      `is taken by the program itself: ${id}`,
      async (context) => {
        needsNamespaces(context);
        const program = needsHarness(context, id);
        const workspace = path.join(await realpath(await freshFolder()), 'project');
        await mkdir(workspace);
        const end = await runProgram({
          harness: { ...LAUNCHABLES[id], launch: (request) => attached(id, scope, request) },
          ...{ program, workspace, prompt: 'Say that you are ready.', model: undefined, tools: 'direct' },
          server: { name: 'unused', launch: { command: '/nowhere', args: [], variables: {}, passed: [] } },
          answer: () => ({ text: 'Ready.', calls: [] }),
          limitMs: LIMIT_MS / 2,
          enclosure: await openEnclosure(programEnvironment(workspace)),
        });
        expect(end.exit, end.stderr + end.stdout).toEqual({ exitCode: 0, signal: null });
        const first = end.exchanges.find(({ request }) => (request?.tools.length ?? 0) > 0);
        if (first?.request === undefined) throw new Error(`no request: ${end.stderr}`);
        const seen = seenInterface(await readLock(LOCK), first.request, 'toolbase', LAUNCHABLES[id]);
        expect(seen).toMatchObject({ instructions: 'same', operations: [{ description: 'same' }] });
        expect(JSON.stringify(first.body).includes(SKILL)).toBe(true);
      },
      LIMIT_MS,
    );
});
