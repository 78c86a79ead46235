import { type Digest, type Json, ToolbaseError } from '../../kernel/index.ts';
import { jsonFault } from '../../host/index.ts';
import type { Host, HostCall } from '../../host/io/index.ts';
import type { LockedOperation } from '../../lockfile/index.ts';
import { argumentsDigest, type CallFile, resultDigest } from '../../record/index.ts';
import { type CallOutcome, failedOutcome } from '../call-outcome.ts';
import type { JsonObject, SchemaChecker } from '../schema-checker.ts';
import { shapeResult } from '../shape-result.ts';
import { containArguments } from './contain-arguments.ts';
import { spillResult } from './spill-result.ts';

export interface CallRequest {
  readonly operation: LockedOperation;
  /** Attacker-controlled. */
  readonly args: JsonObject;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: HostCall['onProgress'];
}

export interface PerformedCall {
  readonly outcome: CallOutcome;
  readonly argumentsDigest: Digest | null;
  readonly resultDigest: Digest | null;
  readonly reads: readonly CallFile[];
  readonly writes: readonly CallFile[];
}

/** Runs one call from its raw arguments to what the client gets. Never throws.
 * @param workspace absolute real path
 * @param onFault sees what was thrown, for the log of whoever runs the server */
export async function performCall(
  request: CallRequest,
  parts: {
    readonly host: Host;
    readonly checker: SchemaChecker;
    readonly workspace: string;
    readonly onFault: (thrown: unknown) => void;
  },
): Promise<PerformedCall> {
  const trace: { -readonly [K in keyof Omit<PerformedCall, 'outcome'>]: PerformedCall[K] } = {
    argumentsDigest: null,
    resultDigest: null,
    reads: [],
    writes: [],
  };
  try {
    const { operation, signal, onProgress } = request;
    const { tool } = operation;
    const checked = parts.checker.checkArguments(tool, wellFormed(tool.name, request.args));
    const contained = await containArguments(operation, checked, parts.workspace);
    trace.reads = contained.reads;
    const name = operation.upstreamName ?? operation.operation;
    let value: Json;
    try {
      const answered = parts.host.call({ name, input: contained.args, signal, onProgress });
      // Awaited below; a failure before that is no unhandled one.
      answered.catch(() => undefined);
      // The digest is taken while the host works.
      await new Promise(setImmediate);
      trace.argumentsDigest = argumentsDigest(contained.args);
      value = await answered;
    } finally {
      trace.writes = await contained.writes();
    }
    trace.resultDigest = resultDigest(value);
    return { ...trace, outcome: await answer(operation, value, parts) };
  } catch (thrown) {
    parts.onFault(thrown);
    return { ...trace, outcome: failedOutcome(thrown) };
  }
}

function wellFormed(name: string, args: JsonObject): JsonObject {
  const fault = jsonFault(args);
  if (fault === undefined) return args;
  throw new ToolbaseError('BAD_ARGUMENTS', `${name}: ${fault}`);
}

async function answer(
  { tool, maxResultBytes }: LockedOperation,
  value: Json,
  { checker, workspace }: { readonly checker: SchemaChecker; readonly workspace: string },
): Promise<CallOutcome> {
  const fault = jsonFault(value);
  if (fault !== undefined) throw new ToolbaseError('BAD_RESULT', `the result of ${tool.name}: ${fault}`);
  const shaped = shapeResult(tool.name, value, maxResultBytes);
  checker.checkResult(tool, shaped.structured);
  if (shaped.kind === 'inline') return { kind: 'answered', structured: shaped.structured, text: shaped.text };
  const structured = await spillResult(workspace, shaped);
  return { kind: 'answered', structured, text: JSON.stringify(structured) };
}
