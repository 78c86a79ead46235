import { Console } from 'node:console';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ERROR_CODES, type ErrorReport, ToolbaseError } from '../kernel/index.ts';
import { makeFolder } from '../kernel/io/index.ts';
import type { Lock } from '../lockfile/index.ts';
import { createChangingSession, createSession, serveDevelopment } from '../server/io/index.ts';
import { openStore } from '../store/io/index.ts';
import { develop } from '../workflow/io/index.ts';
import { openOwnEnvironments } from './environments.ts';
import { treePacker } from './pack-toolkit.ts';
import { ownPaths } from './registries.ts';
import { terminalText } from './render/visible-text.ts';

const INSTRUCTIONS =
  'A toolkit under development, served from its working tree. Its tools and what they do change while it is edited; nothing here is pinned by a lock.';

const say = (message: string): void => {
  process.stderr.write(terminalText(`toolbase dev: ${message}\n`));
};

/** Serves a working tree over standard input and output until the client leaves.
 * @param dir folder with toolkit.yaml   @throws ToolbaseError NOT_FOUND for a folder that is none, NO_HOME */
export async function serveTree(dir: string, given: { workspace: string; callLog?: string }): Promise<void> {
  // Standard output is the protocol: whatever a library prints goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  const [folder, workspace] = [await realFolder(dir), await realFolder(given.workspace)];
  const { store: storeDir, settingsFile, state } = ownPaths();
  await makeFolder(storeDir);
  const session = createChangingSession(INSTRUCTIONS);
  const server = serveDevelopment(session, say);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  void server.ended.then(() => stop.abort());
  await develop(folder, stop.signal, {
    pack: () => treePacker(path.join(folder, 'toolkit.yaml'))('.'),
    store: openStore(storeDir),
    environments: await openOwnEnvironments(path.join(folder, 'toolkit.yaml')),
    open: (lock) =>
      createSession({
        lock,
        storeDir,
        workspace,
        callLogFile: given.callLog ?? path.join(state, 'calls', `dev-${process.pid}-${Date.now()}.jsonl`),
        settings: { settingsFile, startDir: folder },
        onHostLog: (_toolkit, line) => say(line),
        onFault: say,
      }),
    change: server.change,
    onState: tellState,
  });
  await session.close();
  process.exit(0);
}

function tellState(state: Lock | ErrorReport): void {
  if ('code' in state) {
    say(`${state.code}: ${state.message}${state.hint === undefined ? '' : `\n  ${state.hint}`}`);
    say(`calls are answered with this error until it is put right (exit status ${ERROR_CODES[state.code]})`);
    return;
  }
  const [[name, toolkit] = []] = Object.entries(state.linked ?? {});
  say(`${name} ${toolkit?.version}: ${Object.keys(state.operations).join(', ')}`);
}

async function realFolder(dir: string): Promise<string> {
  try {
    return await realpath(dir);
  } catch (cause) {
    throw new ToolbaseError('NOT_FOUND', `${dir} is no folder that can be read`, { cause });
  }
}
