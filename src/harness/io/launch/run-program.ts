import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeFolder, discardFolder } from '../../../kernel/io/index.ts';
import type { ModelReply, ModelRequest } from '../../../wire/index.ts';
import { type Exchange, type ModelServer, serveModel } from '../../../wire/io/index.ts';
import type { Launchable, LaunchRequest } from '../../launch/launchable.ts';
import { type ProcessExit, type ProcessGroup, startGroup } from '../process-group.ts';
import type { Enclosure } from './enclosure.ts';

/** Of its standard output and error, the end of each. */
const TAIL_CHARS = 4000;
const GRACE = { eofMs: 0, termMs: 2000 };
/** The longest path that a socket of the file system may have, with room to spare. */
const SOCKET_PATH_MAX = 100;
/** No provider takes it. */
const DUMMY_KEY = 'toolbase-scripted-model';
/** What an agent program gets of our environment: no key, no token, no configuration. */
const PASSED_ON = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'];

export interface ProgramRun {
  readonly harness: Launchable;
  /** Absolute path of the program. */
  readonly program: string;
  readonly workspace: string;
  readonly prompt: string;
  readonly model: string | undefined;
  readonly server: LaunchRequest['server'];
  readonly tools: LaunchRequest['tools'];
  /** The model. */
  readonly answer: (request: ModelRequest) => ModelReply;
  /** Longer runs are ended. */
  readonly limitMs: number;
  /** None: the program has the network of this machine. */
  readonly enclosure: Enclosure | undefined;
}

export interface ProgramEnd {
  /** Undefined: it was ended at the limit. */
  readonly exit: ProcessExit | undefined;
  readonly exchanges: readonly Exchange[];
  /** On the clock of the exchanges. */
  readonly startedMs: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an agent program to its end against a model that is a function. It has a home of its own that is removed
 * afterwards, and no key but a dummy. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const folder = await privateFolder();
  try {
    const env = { ...programEnvironment(folder), ...(await prepareHome(folder)) };
    const socket = run.enclosure === undefined ? undefined : path.join(folder, 'model.sock');
    const model = await serveModel(run.answer, socket);
    try {
      return await runAgainst(run, model, folder, env);
    } finally {
      await model.close();
    }
  } finally {
    await discardFolder(folder);
  }
}

async function runAgainst(
  run: ProgramRun,
  model: ModelServer,
  folder: string,
  env: Record<string, string>,
): Promise<ProgramEnd> {
  const { workspace, prompt, server, tools, enclosure } = run;
  const modelUrl = enclosure?.modelUrl ?? model.address;
  const launch = run.harness.launch({
    ...{ homeDir: path.join(folder, 'home'), workspace, prompt, modelUrl },
    ...{ apiKey: DUMMY_KEY, model: run.model, server, tools },
  });
  for (const [file, text] of Object.entries(launch.files)) {
    await makeFolder(path.dirname(file));
    await writeFile(file, text, { mode: 0o600 });
  }
  const words = [run.program, ...launch.args];
  const [command = '', ...args] = enclosure?.withSocket(model.address, words) ?? words;
  const startedMs = performance.now();
  const group = startGroup(command, args, { cwd: workspace, env: { ...env, ...launch.env } });
  const stdout = tailOf(group);
  // Several read their prompt's remainder from standard input until it ends.
  group.child.stdin?.end();
  const ended = await group.endsWithin(run.limitMs);
  const exit = await group.stop(GRACE);
  return {
    exit: ended ? exit : undefined,
    exchanges: model.exchanges,
    startedMs,
    stdout: stdout(),
    stderr: group.stderrTail(),
  };
}

/** Removed with all that is in it; only its owner may look into it. */
async function privateFolder(): Promise<string> {
  const usual = path.join(tmpdir(), 'toolbase-run-');
  return await mkdtemp(usual.length + 20 > SOCKET_PATH_MAX ? '/tmp/toolbase-run-' : usual);
}

async function prepareHome(folder: string): Promise<Record<string, string>> {
  const places = { HOME: path.join(folder, 'home'), TMPDIR: path.join(folder, 'tmp') };
  for (const place of Object.values(places)) await mkdir(place);
  return places;
}

/** The environment of an agent program before the harness adds its own. */
export const programEnvironment = (homeDir: string): Record<string, string> => ({
  HOME: homeDir,
  TERM: 'dumb',
  NO_COLOR: '1',
  ...Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  ),
});

function tailOf({ child }: ProcessGroup): () => string {
  let tail = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARS);
  });
  return () => tail.toWellFormed();
}
