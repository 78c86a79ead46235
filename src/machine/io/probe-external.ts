import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { isProgram } from '../../kernel/io/index.ts';
import type { ExternalDeclaration } from '../../manifest/index.ts';
import { type ExternalFinding, versionFits } from '../external-version.ts';
import { runProbe } from './run-probe.ts';

const PROBE_TIMEOUT_MS = 10_000;
const PATTERN_TIMEOUT_MS = 500;

/** What a probed program may see of this process's environment. */
const PROBE_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

export interface ProbeRequest {
  readonly declaration: Pick<ExternalDeclaration, 'command' | 'versionArgs' | 'versionPattern' | 'versions'>;
  /** Absolute path from the settings; undefined looks on PATH. */
  readonly path: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

/** Looks for an external program and asks its version: on either stream, with any status, as programs do. It is started
 * without a shell, sees only a few variables, and is killed when it takes too long. On PATH the first program that fits
 * counts, else the first that is there. */
export async function probeExternal(request: ProbeRequest): Promise<ExternalFinding> {
  if (request.path !== undefined) return probe(request.path, request);
  let first: ExternalFinding | undefined;
  for (const candidate of candidatesOn(request.environment['PATH'], request.declaration.command)) {
    if (!(await isProgram(candidate))) continue;
    const finding = await probe(candidate, request);
    if (finding.kind === 'found') return finding;
    first ??= finding;
  }
  return first ?? { kind: 'not-found' };
}

/** The first program of a name on a search path. Starts nothing. */
export async function firstOnPath(
  searchPath: string | undefined,
  command: string,
): Promise<string | undefined> {
  for (const candidate of candidatesOn(searchPath, command)) if (await isProgram(candidate)) return candidate;
  return undefined;
}

/** A relative entry of PATH would let the folder one is in choose the program. */
const candidatesOn = (searchPath: string | undefined, command: string): string[] =>
  (searchPath ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, command));

async function probe(
  file: string,
  { declaration, environment, timeoutMs }: ProbeRequest,
): Promise<ExternalFinding> {
  if (!(await isProgram(file)))
    return { kind: 'not-started', path: file, reason: 'is no program that may be run' };
  const env = {
    ...Object.fromEntries(PROBE_VARIABLES.map((name) => [name, environment[name]])),
    LC_ALL: 'C',
  };
  const end = await runProbe(file, declaration.versionArgs, env, timeoutMs ?? PROBE_TIMEOUT_MS);
  if (end.kind === 'failed') return { kind: 'not-started', path: file, reason: end.reason };
  const { output } = end;
  const version = versionIn(output, declaration.versionPattern);
  if (version === undefined) return { kind: 'no-version', path: file, output: output.slice(0, 400) };
  const fits = versionFits(version, declaration.versions);
  return { kind: fits ? 'found' : 'wrong-version', path: file, version };
}

/** The pattern is the toolkit's and the text is the program's: together they may take for ever, so time is bounded. */
function versionIn(output: string, pattern: string): string | undefined {
  try {
    const found: unknown = runInNewContext(
      'new RegExp(pattern).exec(output)?.[1]',
      { pattern, output },
      { timeout: PATTERN_TIMEOUT_MS },
    );
    return typeof found === 'string' ? found.slice(0, 64) : undefined;
  } catch (cause) {
    // Both errors are of the other context, so they are no instances of this one's classes.
    const timedOut = typeof cause === 'object' && cause !== null && 'code' in cause;
    if (timedOut || String(cause).startsWith('SyntaxError')) return undefined;
    throw cause;
  }
}
