import path from 'node:path';
import { parseStrictJson, ToolbaseError } from '../../../kernel/index.ts';
import { findProgram } from '../../../kernel/io/index.ts';
import type { PythonRange } from '../../../manifest/index.ts';
import type { PythonInstaller } from '../../build-plan.ts';
import type { Interpreter } from '../../environment-record.ts';
import {
  hasUsablePip,
  noPython,
  PROBE_PROGRAM,
  PythonCandidate,
  pythonFault,
} from '../../python-candidate.ts';
import { runProgram } from './run-program.ts';

const PROBE_TIMEOUT_MS = 20_000;

/** Looked up on PATH in this order: what the user calls python3 comes before versions that only a full name reaches. */
const NAMES = ['python3', 'python', ...Array.from({ length: 13 }, (_none, at) => `python3.${20 - at}`)];

export interface PythonSearch {
  /** Environment of the probes. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder in which nobody else can have put files. */
  readonly cwd: string;
  readonly pythons?: readonly string[] | undefined;
}

export interface FittingPython {
  readonly executable: string;
  readonly interpreter: Interpreter;
  readonly installer: PythonInstaller;
}

/** The first interpreter that is in the range: those of the machine settings alone when there are any, else uv's
 * choice, else those on PATH.
 * @throws ToolbaseError EXTERNAL_MISSING naming what was found and what would fit */
export async function findPython(
  range: PythonRange,
  label: string,
  search: PythonSearch,
): Promise<FittingPython> {
  const searchPath = search.env['PATH'] ?? '';
  const uv = await findProgram('uv', searchPath);
  const tried: { path: string; found: string }[] = [];
  for await (const candidate of candidates(range, uv, search)) {
    if (tried.some(({ path: earlier }) => earlier === candidate)) continue;
    const found = await probe(candidate, search);
    if (typeof found === 'string') tried.push({ path: candidate, found });
    else {
      const fault = pythonFault(found, range, uv !== undefined);
      if (fault === undefined) return { ...fitting(found), installer: installerOf(found, uv) };
      tried.push({
        path: candidate,
        found: fault === 'out of range' ? found.version : `${found.version} ${fault}`,
      });
    }
  }
  throw noPython(label, range, tried);
}

async function* candidates(
  range: PythonRange,
  uv: string | undefined,
  search: PythonSearch,
): AsyncGenerator<string> {
  if (search.pythons !== undefined) {
    yield* search.pythons;
    return;
  }
  if (uv !== undefined) {
    const args = ['python', 'find', '--no-project', '--no-python-downloads', range];
    const { end, lines } = await runProgram({ command: uv, args, ...search, timeoutMs: PROBE_TIMEOUT_MS });
    const found = lines.find((line) => path.isAbsolute(line.trim()))?.trim();
    if (end.kind === 'exited' && end.status === 0 && found !== undefined) yield found;
  }
  for (const name of NAMES) {
    const found = await findProgram(name, search.env['PATH'] ?? '');
    if (found !== undefined) yield found;
  }
}

/** What an interpreter says of itself, or why it does not. */
async function probe(
  executable: string,
  search: Pick<PythonSearch, 'env' | 'cwd'>,
): Promise<PythonCandidate | string> {
  const { end, lines } = await runProgram({
    command: executable,
    args: ['-I', '-c', PROBE_PROGRAM],
    ...search,
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  if (end.kind === 'not-started') return 'does not start';
  const described = lines.find((line) => line.startsWith('{'));
  if (end.kind !== 'exited' || end.status !== 0 || described === undefined) return 'does not run';
  try {
    return (
      PythonCandidate.safeParse(parseStrictJson(described, executable)).data ?? 'does not describe itself'
    );
  } catch (fault) {
    if (fault instanceof ToolbaseError) return 'does not describe itself';
    throw fault;
  }
}

const fitting = ({ executable, implementation, version, abi, platform }: PythonCandidate) => ({
  executable,
  interpreter: { implementation, version, abi, platform },
});

function installerOf(found: PythonCandidate, uv: string | undefined): PythonInstaller {
  if (uv !== undefined) return { kind: 'uv', command: uv };
  if (hasUsablePip(found) || found.wheel === null) return { kind: 'pip' };
  return { kind: 'wheel', file: found.wheel };
}

const RELEASE_PROGRAM = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';

/** The release that a Python of an environment runs now, or undefined when its interpreter is gone. */
export async function releaseOf(
  executable: string,
  search: Pick<PythonSearch, 'env' | 'cwd'>,
): Promise<string | undefined> {
  const args = ['-I', '-S', '-c', RELEASE_PROGRAM];
  const { end, lines } = await runProgram({
    command: executable,
    args,
    ...search,
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  return end.kind === 'exited' && end.status === 0 ? lines.at(-1) : undefined;
}
