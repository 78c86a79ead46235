import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isToolbaseError, parseWith, shellWord, ToolbaseError } from '../../kernel/index.ts';
import { atomicWrite, discardFolder, processFolder } from '../../kernel/io/index.ts';
import { containWritePath } from '../../host/io/index.ts';
import { type Lock, toolkitIn } from '../../lockfile/index.ts';
import { type CallLine, valueOfObject } from '../../record/index.ts';
import { type CallObjects, openCallObjects, readCallLogFile } from '../../record/io/index.ts';
import { findOperation } from '../catalogue.ts';
import { compareCalls, type ReplayedCall } from '../replayed-call.ts';
import type { JsonObject } from '../schema-checker.ts';
import { openSession, type SessionOptions } from './open-session.ts';
import type { Session } from './session.ts';

export interface ReplayOptions extends Pick<SessionOptions, 'flags' | 'onFault'> {
  /** The call log. */
  readonly file: string;
  readonly lock: Lock;
  readonly lockFile: string;
  /** Largest relative difference of two numbers that are close. */
  readonly tolerance: number;
  readonly onCall: (nth: number, of: number) => void;
}

/** Makes the recorded calls of a log again, one after another, in a fresh workspace with the input files that each had,
 * and compares outcomes, results and written files. The cache of results is not used.
 * @throws ToolbaseError NOT_FOUND; BAD_RECORD when the log was changed; what opening a session throws */
export async function replayCalls(options: ReplayOptions): Promise<ReplayedCall[]> {
  const { file, lock, lockFile, flags, onFault } = options;
  const { lines, faults } = await readCallLogFile(file);
  if (faults[0] !== undefined)
    throw new ToolbaseError('BAD_RECORD', `${file}: ${faults[0]}`, {
      hint: `\`toolbase calls verify ${shellWord(file)}\` says all that is wrong with it.`,
    });
  const folder = await processFolder('replay');
  try {
    const workspace = path.join(folder, 'workspace');
    await mkdir(workspace);
    const callLog = path.join(folder, 'calls.jsonl');
    const session = await openSession(lock, lockFile, {
      ...{ workspace, callLog, flags, onFault },
      ...{ record: true, cache: false },
    });
    const then = openCallObjects(file);
    const made = await makeAgain(lines, { session, then, workspace, options }).finally(() => session.close());
    const again = made.size === lines.length ? [] : (await readCallLogFile(callLog)).lines;
    const now = openCallObjects(callLog);
    const calls: ReplayedCall[] = [];
    for (const line of lines) {
      const skipped = made.get(line.seq);
      const repeated = skipped === undefined ? again[madeBefore(calls)] : undefined;
      calls.push(
        repeated === undefined
          ? notMade(line, skipped ?? 'the server left no line of it')
          : await compared(line, repeated, { then, now, tolerance: options.tolerance }),
      );
    }
    return calls;
  } finally {
    await discardFolder(folder);
  }
}

const madeBefore = (calls: readonly ReplayedCall[]): number =>
  calls.filter(({ verdict }) => verdict !== 'skipped' && verdict !== 'unchecked').length;

const hadNoResult = ({ argumentsDigest, outcome }: CallLine): boolean =>
  argumentsDigest === null || outcome === 'CANCELLED';

const notMade = (line: CallLine, detail: string): ReplayedCall => ({
  ...{ seq: line.seq, operation: line.operation },
  verdict: hadNoResult(line) ? 'skipped' : 'unchecked',
  detail,
});

/** @returns why calls were not made, by their number in the log; those that were made are not in it */
async function makeAgain(
  lines: readonly CallLine[],
  around: { session: Session; then: CallObjects; workspace: string; options: ReplayOptions },
): Promise<Map<number, string>> {
  const skipped = new Map<number, string>();
  const { session, options } = around;
  for (const [at, line] of lines.entries()) {
    options.onCall(at + 1, lines.length);
    const reason = reasonToSkip(line, options);
    try {
      if (reason === undefined) await session.call(line.operation, await inputOf(line, around));
      else skipped.set(line.seq, reason);
    } catch (thrown) {
      if (!isToolbaseError(thrown)) throw thrown;
      skipped.set(line.seq, `what was kept of it cannot be used: ${thrown.message}`);
    }
  }
  return skipped;
}

function reasonToSkip(line: CallLine, { lock }: ReplayOptions): string | undefined {
  if (line.argumentsDigest === null) return 'its arguments were refused';
  if (line.outcome === 'CANCELLED') return 'it was cancelled';
  if (line.recorded !== true) return 'nothing was kept of it';
  const operation = findOperation(lock, line.operation);
  if (operation === undefined) return 'the lock does not expose it';
  const toolkit = toolkitIn(lock, operation.toolkit);
  if (operation.toolkit === line.toolkit.name && toolkit?.treeDigest === line.toolkit.treeDigest)
    return undefined;
  return 'the lock has other bytes of its toolkit';
}

/** Puts the input files where the call found them. @returns its arguments */
async function inputOf(
  { argumentsDigest, reads }: CallLine,
  { then, workspace }: { then: CallObjects; workspace: string },
): Promise<JsonObject> {
  for (const { path: relative, digest } of reads)
    if (digest !== null)
      await atomicWrite(containWritePath(workspace, relative).absolute, await then.read(digest));
  if (argumentsDigest === null) return {};
  const value = valueOfObject((await then.read(argumentsDigest)).toString('utf8'), argumentsDigest);
  return parseWith(Arguments, value, argumentsDigest, 'BAD_RECORD');
}

const Arguments = z.record(z.string(), z.json());

async function compared(
  line: CallLine,
  now: CallLine,
  around: { then: CallObjects; now: CallObjects; tolerance: number },
): Promise<ReplayedCall> {
  const valueIn = async (objects: CallObjects, { resultDigest: digest }: CallLine) =>
    digest === null ? undefined : valueOfObject((await objects.read(digest)).toString('utf8'), digest);
  const isSame = line.resultDigest === now.resultDigest;
  const values = isSame ? [] : [await valueIn(around.then, line), await valueIn(around.now, now)];
  return compareCalls(line, now, values, around.tolerance);
}
