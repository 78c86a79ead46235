import { ToolbaseError } from '../../../kernel/index.ts';
import type { Lock } from '../../../lockfile/index.ts';
import { callsIn, type ModelReply, type ModelRequest } from '../../../wire/index.ts';
import type { ServerLaunch } from '../../attach/attachable.ts';
import { type Launchable, ownCall } from '../../launch/launchable.ts';
import { LAUNCHABLES, type LaunchableId } from '../../launch/launchables.ts';
import { differencesOf, type ProbeReport } from '../../probe/probe-report.ts';
import { seenInterface } from '../../probe/seen-interface.ts';
import { openEnclosure } from '../launch/enclosure.ts';
import { findProgram, versionOf } from '../launch/find-program.ts';
import { type ProgramEnd, programEnvironment, runProgram } from '../launch/run-program.ts';

/** Turns for which tools that come late are waited for, a second each. */
const LATE_TURNS = 5;
const PROMPT = 'Say that you are ready.';

export interface ProbeOptions {
  readonly harness: LaunchableId;
  readonly lock: Lock;
  readonly lockFile: string;
  /** Name and start of the server. */
  readonly server: { readonly name: string; readonly launch: ServerLaunch };
  /** Absolute: where the program works. */
  readonly workspace: string;
  /** Absolute: an empty folder of nobody. */
  readonly scratchDir: string;
  readonly program: string | undefined;
  readonly model: string | undefined;
  readonly tools: 'direct' | 'own';
  readonly network: 'none' | 'open';
  readonly limitMs: number;
}

/** Runs a harness against a scripted model and compares what reached it with the lock.
 * @throws ToolbaseError EXTERNAL_MISSING; PLATFORM; HOST_FAILED, HOST_TIMEOUT when it never asked the model */
export async function probe(options: ProbeOptions): Promise<ProbeReport> {
  const { lock, server } = options;
  const harness: Launchable = LAUNCHABLES[options.harness];
  const program = await findProgram(harness, options.program, process.env['PATH'] ?? '');
  const env = programEnvironment(options.scratchDir);
  const enclosure = options.network === 'none' ? await openEnclosure(env) : undefined;
  const asked = [program, '--version'];
  const version = await versionOf(harness.title, enclosure?.shut(asked) ?? asked, env);
  const end = await runProgram({
    ...options,
    ...{ harness, program, enclosure },
    prompt: PROMPT,
    answer: waitForTools(lock, server.name, harness),
  });
  const turns = end.exchanges.flatMap(({ request }) =>
    request !== undefined && request.tools.length > 0 ? [request] : [],
  );
  const first = turns[0];
  const firstExchange = end.exchanges.find(({ request }) => request !== undefined);
  if (first === undefined || firstExchange === undefined) throw neverAsked(harness, options, end);
  const at = turns.findIndex((request) => hasAll(lock, request, server.name, harness));
  const found = {
    seen: seenInterface(lock, turns[at] ?? first, server.name, harness),
    toolsAtTurn: at < 0 ? null : at + 1,
    deferral: harness.deferral(first) ?? null,
  };
  return {
    harness: options.harness,
    ...{ title: harness.title, program, version },
    ...{ lock: options.lockFile, interfaceDigest: lock.interfaceDigest },
    ...{ model: first.model, tools: options.tools, network: options.network },
    firstRequestMs: Math.round(firstExchange.receivedMs - end.startedMs),
    requests: end.exchanges.length,
    ...found,
    differences: differencesOf(found),
  };
}

/** Ends the conversation as soon as the tools are there; else has the program sleep and asks to be asked again. */
const waitForTools =
  (lock: Lock, server: string, harness: Launchable) =>
  (request: ModelRequest): ModelReply => {
    const isLate =
      request.tools.length > 0 &&
      !hasAll(lock, request, server, harness) &&
      harness.deferral(request) === undefined;
    const slept = callsIn(request).length;
    if (!isLate || slept >= LATE_TURNS) return { text: 'Ready.', calls: [] };
    return { text: '', calls: [ownCall(harness.shell('sleep 1'), `call_${slept + 1}`)] };
  };

const hasAll = (lock: Lock, request: ModelRequest, server: string, harness: Launchable): boolean =>
  seenInterface(lock, request, server, harness).operations.every(({ state }) => state !== 'missing');

function neverAsked({ title }: Launchable, { limitMs }: ProbeOptions, end: ProgramEnd): ToolbaseError {
  const words = [end.stderr, end.stdout].map((text) => text.trim()).find((text) => text !== '') ?? 'nothing';
  const told = `It said: ${words.slice(-1500)}`;
  return end.exit === undefined
    ? new ToolbaseError('HOST_TIMEOUT', `${title} did not ask the model within ${limitMs / 1000} s`, {
        hint: `A slow machine may need more: --timeout <seconds>. ${told}`,
      })
    : new ToolbaseError('HOST_FAILED', `${title} ended without asking the model`, { hint: told });
}
