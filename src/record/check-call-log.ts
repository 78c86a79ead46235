import { sha256 } from '../kernel/index.ts';
import { CALL_LOG_START, CallLine, type CallLogPosition } from './call-log.ts';

export interface CallLogReading {
  readonly lines: readonly CallLine[];
  /** True when the log ends in a part of a line: the writer was stopped in the middle of it. */
  readonly torn: boolean;
  /** What is wrong with the log, by line number; empty for a whole chain. A torn line is no fault. */
  readonly faults: readonly string[];
  /** Where a writer goes on. */
  readonly next: CallLogPosition;
}

/** Reads a call log and checks its chain. Never throws: a log that was tampered with is reported, not refused.
 * @param bytes the whole file */
export function readCallLog(bytes: Uint8Array): CallLogReading {
  const { parts, last } = splitLines(bytes);
  const lines: CallLine[] = [];
  const faults: string[] = [];
  let next: CallLogPosition = { seq: 1, previous: CALL_LOG_START };
  // A writer that finds a torn line ends it and chains to its bytes, so that a whole line follows it.
  let afterTorn = false;
  for (const [at, part] of parts.entries()) {
    const line = parseLine(part);
    if (line === undefined) {
      if (afterTorn) faults.push(`line ${at + 1} is not a line of a call log`);
      next = { seq: next.seq, previous: sha256(part) };
    } else {
      const fault = chainFault(line, next, at + 1);
      if (fault !== undefined) faults.push(fault);
      lines.push(line);
      next = { seq: line.seq + 1, previous: sha256(part) };
    }
    afterTorn = line === undefined;
  }
  if (last.length > 0) next = { seq: next.seq, previous: sha256(last) };
  return { lines, torn: last.length > 0 || afterTorn, faults, next };
}

/** By bytes, since a torn line may end inside a character. */
function splitLines(bytes: Uint8Array): { parts: Uint8Array[]; last: Uint8Array } {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return { parts, last: bytes.subarray(from) };
}

function parseLine(bytes: Uint8Array): CallLine | undefined {
  try {
    return CallLine.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

function chainFault(line: CallLine, expected: CallLogPosition, at: number): string | undefined {
  if (line.previous !== expected.previous)
    return `line ${at} does not follow the line before it: one of them was changed, or a line was removed`;
  if (line.seq !== expected.seq) return `line ${at} has number ${line.seq}, not ${expected.seq}`;
  return undefined;
}
