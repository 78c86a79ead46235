import { type Digest, type Json, ToolbaseError } from '../../kernel/index.ts';
import { type HostImage, jsonFault } from '../../host/index.ts';
import type { Host, HostCall } from '../../host/io/index.ts';
import type { Limits } from '../../manifest/index.ts';
import type { LockedOperation } from '../../lockfile/index.ts';
import { argumentsDigest, type CallFile, type CallUsage, resultDigest } from '../../record/index.ts';
import { type CallOutcome, failedOutcome } from '../call-outcome.ts';
import type { JsonObject, SchemaChecker } from '../schema-checker.ts';
import { cleanedWords, cleanResult } from '../clean-result.ts';
import { shownImages, withImages } from '../result-images.ts';
import { shapeResult } from '../shape-result.ts';
import type { CallCache, CachedResult } from './call-cache.ts';
import type { CallRecorder } from './call-recorder.ts';
import { containArguments, type ContainedArguments } from './contain-arguments.ts';
import { keepImages } from './keep-images.ts';
import { spillResult } from './spill-result.ts';

export interface CallRequest {
  readonly operation: LockedOperation;
  /** Attacker-controlled. */
  readonly args: JsonObject;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: HostCall['onProgress'];
  readonly limits: Limits;
  /** Why it is not run. */
  readonly refused?: ToolbaseError | undefined;
}

export interface PerformedCall {
  readonly outcome: CallOutcome;
  readonly argumentsDigest: Digest | null;
  readonly resultDigest: Digest | null;
  readonly reads: readonly CallFile[];
  readonly writes: readonly CallFile[];
  readonly usage?: CallUsage;
  readonly cache?: 'hit';
  readonly recorded?: true;
}

/** What a call is run with. */
export interface CallParts {
  readonly host: Host;
  readonly checker: SchemaChecker;
  /** Absolute real path. */
  readonly workspace: string;
  /** Results of earlier calls, when they are used. */
  readonly cache?: CallCache | undefined;
  /** Keeps arguments, results and input files, when they are wanted. */
  readonly recorder?: CallRecorder | undefined;
  /** Sees what was thrown, for the log of whoever runs the server. */
  readonly onFault: (thrown: unknown) => void;
}

type Trace = { -readonly [K in keyof Omit<PerformedCall, 'outcome'>]: PerformedCall[K] };

/** What a host answered, or the cache held. */
interface Answered {
  readonly value: Json;
  readonly images: readonly HostImage[];
  /** Where they are, relative to the workspace. */
  readonly imageFiles: readonly string[];
}

/** Runs one call from its raw arguments to what the client gets. Never throws. */
export async function performCall(request: CallRequest, parts: CallParts): Promise<PerformedCall> {
  const trace: Trace = { argumentsDigest: null, resultDigest: null, reads: [], writes: [] };
  try {
    const { operation, limits, refused } = request;
    const { tool } = operation;
    const checked = parts.checker.checkArguments(tool, wellFormed(tool.name, request.args));
    const contained = await containArguments(operation, checked, parts.workspace);
    trace.reads = contained.reads;
    if (refused !== undefined) {
      trace.argumentsDigest = argumentsDigest(contained.args);
      throw refused;
    }
    const kept = await parts.recorder?.keepInputs(contained, parts.workspace);
    if (kept === true) trace.recorded = true;
    const cached = await parts.cache?.find(operation, contained);
    const { value, images, imageFiles } =
      cached?.value === undefined
        ? await run(request, contained, trace, parts)
        : hit(trace, contained, cached);
    refuseUnsound(tool.name, value);
    trace.resultDigest = resultDigest(value);
    refuseLarge(tool.name, value, limits.outputBytes);
    if (kept === true && !(await parts.recorder?.keepResult(value))) delete trace.recorded;
    const outcome = withFiles(await answer(operation, value, trace.cache, parts), trace.writes, imageFiles);
    // Images are files of this workspace: another one would lack them.
    if (trace.cache === undefined && images.length === 0) await keepForLater(cached, value, parts);
    return { ...trace, outcome: { ...outcome, ...shownImages(images) } };
  } catch (thrown) {
    parts.onFault(thrown);
    return { ...trace, outcome: failedOutcome(thrown) };
  }
}

async function run(
  { operation, signal, onProgress, limits }: CallRequest,
  contained: ContainedArguments,
  trace: Trace,
  { host, workspace }: CallParts,
): Promise<Answered> {
  const name = operation.upstreamName ?? operation.operation;
  const { wallMs, memoryMiB } = limits;
  let images: readonly HostImage[] = [];
  const onImages = (found: typeof images): void => void (images = found);
  const onUsage = (usage: CallUsage): void => {
    trace.usage = usage;
  };
  try {
    const hearing = { signal, onProgress, onUsage, onImages };
    const answered = host.call({ name, input: contained.args, ...hearing, wallMs, memoryMiB });
    // Awaited below; a failure before that is no unhandled one.
    answered.catch(() => undefined);
    // The digest is taken while the host works.
    await new Promise(setImmediate);
    trace.argumentsDigest = argumentsDigest(contained.args);
    const value = await answered;
    if (images.length === 0) return { value, images, imageFiles: [] };
    const kept = await keepImages(workspace, images);
    const imageFiles = [...new Set(kept.map(({ path }) => path))];
    return { value: withImages(operation.tool, value, kept), images, imageFiles };
  } finally {
    trace.writes = await contained.writes();
  }
}

function hit(trace: Trace, { args }: ContainedArguments, { value }: CachedResult): Answered {
  trace.argumentsDigest = argumentsDigest(args);
  trace.cache = 'hit';
  return { value: value ?? null, images: [], imageFiles: [] };
}

/** Before anything else reads it: what is no exact JSON has no digest, and what is too deep ends whoever descends into it. */
function refuseUnsound(name: string, value: Json): void {
  const fault = jsonFault(value);
  if (fault !== undefined) throw new ToolbaseError('BAD_RESULT', `the result of ${name}: ${fault}`);
}

function refuseLarge(name: string, value: Json, outputBytes: number | undefined): void {
  if (outputBytes === undefined) return;
  const sizeBytes = Buffer.byteLength(JSON.stringify(value));
  if (sizeBytes <= outputBytes) return;
  throw new ToolbaseError(
    'BAD_RESULT',
    `the result of ${name} is ${sizeBytes} bytes; at most ${outputBytes} are allowed`,
    { hint: 'Ask for less at once.' },
  );
}

function wellFormed(name: string, args: JsonObject): JsonObject {
  const fault = jsonFault(args);
  if (fault === undefined) return args;
  throw new ToolbaseError('BAD_ARGUMENTS', `${name}: ${fault}`);
}

async function answer(
  { tool, maxResultBytes }: LockedOperation,
  value: Json,
  cache: 'hit' | undefined,
  { checker, workspace }: CallParts,
): Promise<CallOutcome> {
  const cleaned = cleanResult(value);
  const shaped = shapeResult(tool.name, cleaned.value, maxResultBytes);
  checker.checkResult(tool, shaped.structured);
  const words = cleanedWords(cleaned);
  const marked = {
    ...(cache === undefined ? {} : { cache }),
    ...(words === undefined ? {} : { note: words }),
  };
  if (shaped.kind === 'inline')
    return { kind: 'answered', structured: shaped.structured, text: shaped.text, ...marked };
  const { summary, file } = await spillResult(workspace, shaped);
  return { kind: 'answered', structured: summary, text: JSON.stringify(summary), files: [file], ...marked };
}

/** A result that cannot be kept is no fault of the call. */
async function keepForLater(
  cached: CachedResult | undefined,
  value: Json,
  { onFault }: CallParts,
): Promise<void> {
  try {
    await cached?.keep(value);
  } catch (thrown) {
    onFault(thrown);
  }
}

/** Tells of the files that the call declared to write, and that are there, and of its images. */
function withFiles(
  outcome: CallOutcome,
  writes: readonly CallFile[],
  imageFiles: readonly string[],
): CallOutcome {
  const written = writes.filter(({ digest }) => digest !== null).map(({ path }) => path);
  written.push(...imageFiles);
  if (outcome.kind === 'failed' || written.length === 0) return outcome;
  return { ...outcome, files: [...(outcome.files ?? []), ...written] };
}
