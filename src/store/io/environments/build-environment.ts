import { randomBytes } from 'node:crypto';
import {} from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../../kernel/index.ts';
import { atomicWrite, notWritable, removeFolder, makeFolder } from '../../../kernel/io/index.ts';
import type { PinnedEnvironment } from '../../../manifest/index.ts';
import { buildFailure, safeLine } from '../../build-failure.ts';
import { buildPlan, type BuildTools } from '../../build-plan.ts';
import type { EnvironmentEvent } from '../../environment.ts';
import { type EnvironmentRecord, installerFiles } from '../../environment-record.ts';
import { listEnvironment } from './list-environment.ts';
import { runProgram } from './run-program.ts';

export interface EnvironmentBuild {
  readonly label: string;
  /** Folder of all environments. */
  readonly environments: string;
  readonly key: string;
  readonly pinned: PinnedEnvironment;
  readonly tools: BuildTools;
  readonly env: Readonly<Record<string, string>>;
  /** For each program. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: EnvironmentEvent) => void) | undefined;
}

/** Builds an environment in a folder of its own, at the place where it stays, since an environment cannot be moved.
 * Until a record names the folder it does not count; a failed build leaves nothing.
 * @throws ToolbaseError ENVIRONMENT_FAILED, INTEGRITY_MISMATCH, CANCELLED, NOT_WRITABLE */
export async function buildEnvironment(
  build: EnvironmentBuild,
): Promise<Pick<EnvironmentRecord, 'folder' | 'listing'>> {
  const name = `${build.key.slice(0, 16)}-${randomBytes(8).toString('hex')}`;
  const folder = path.join(build.environments, name);
  try {
    const from = build.pinned.kind === 'npm' ? path.join(folder, 'root') : folder;
    await makeFolder(from, 0o700);
    for (const [file, text] of Object.entries(installerFiles(build.pinned)))
      await atomicWrite(path.join(from, file), text);
    for (const step of buildPlan(build.pinned, folder, build.tools)) await runStep(build, step, from);
    build.onEvent?.({ label: build.label, stage: 'seal' });
    const listing = await listEnvironment(path.join(folder, 'root'), 'seal');
    await atomicWrite(path.join(folder, 'listing'), listing);
    return { folder: name, listing: sha256(listing) };
  } catch (cause) {
    await removeFolder(folder);
    throw notWritable(folder, cause);
  }
}

async function runStep(
  build: EnvironmentBuild,
  step: ReturnType<typeof buildPlan>[number],
  cwd: string,
): Promise<void> {
  const { label, onEvent } = build;
  onEvent?.({ label, stage: step.stage });
  const { end, lines } = await runProgram({
    ...step,
    cwd,
    env: build.env,
    timeoutMs: build.timeoutMs,
    signal: build.signal,
    onLine: (line) => onEvent?.({ label, stage: step.stage, line: safeLine(line) }),
  });
  if (end.kind !== 'exited' || !step.success.includes(end.status))
    throw buildFailure(label, step, end, lines);
}
