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
  const parts = splitLines(bytes);
  const lines: CallLine[] = [];
  const faults: string[] = [];
  let next: CallLogPosition = { seq: 1, previous: CALL_LOG_START };
  // A writer that finds a torn line ends it and chains to its bytes, so that a whole line follows it.
  let torn = false;
  for (const [at, part] of parts.entries()) {
    const line = parseLine(part);
    if (line === undefined) {
      if (torn) faults.push(`line ${at + 1} is not a line of a call log`);
    } else {
      const fault = chainFault(line, next, at + 1);
      if (fault !== undefined) faults.push(fault);
      lines.push(line);
    }
    torn = line === undefined;
    next = { seq: line === undefined ? next.seq : line.seq + 1, previous: sha256(part) };
  }
  return { lines, torn: torn || (bytes.length > 0 && bytes.at(-1) !== LINE_FEED), faults, next };
}

const LINE_FEED = 10;

/** By bytes, since a torn line may end inside a character. The last line may lack its line feed. */
function splitLines(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  while (from < bytes.length) {
    const at = bytes.indexOf(LINE_FEED, from);
    const end = at === -1 ? bytes.length : at;
    parts.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return parts;
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
