import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, isToolbaseError, ToolbaseError } from '../../../kernel/index.ts';
import { notWritable, removeFolder } from '../../../kernel/io/index.ts';
import { inPythonRange } from '../../../manifest/index.ts';
import type { BuildTools } from '../../build-plan.ts';
import type { EnvironmentEvent, InstalledEnvironment, ToolkitEnvironment } from '../../environment.ts';
import {
  contentsDigest,
  environmentKey,
  type EnvironmentRecord,
  type Interpreter,
} from '../../environment-record.ts';
import { buildEnvironment } from './build-environment.ts';
import { installedAt, readPinned } from './environment-places.ts';
import {
  type FoundRecord,
  listRecords,
  publishRecord,
  readRecord,
  touchRecord,
} from './environment-records.ts';
import { findProgram } from './find-program.ts';
import { findPython } from './find-python.ts';
import { nodeInterpreter } from './node-interpreter.ts';

/** Where environments are, and what builds them. */
export interface EnvironmentPlace {
  /** Folder of all environments. */
  readonly folder: string;
  /** Of every program that is run. */
  readonly env: Readonly<Record<string, string>>;
  /** Interpreter named in the machine settings. */
  readonly python?: string | undefined;
  readonly timeoutMs: number;
}

export interface EnsureOptions {
  /** Says whether an environment that is there still is what was built. */
  readonly isSound: (record: EnvironmentRecord) => Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: EnvironmentEvent) => void) | undefined;
}

/** The environment of exactly these packages for the interpreter that would be chosen now, built if need be. */
export async function ensureEnvironment(
  environment: ToolkitEnvironment,
  place: EnvironmentPlace,
  options: EnsureOptions,
): Promise<InstalledEnvironment> {
  const pinned = await readPinned(environment);
  const contents = contentsDigest(pinned);
  await makeFolder(place.folder);
  const chosen = await chooseTools(environment, place).catch(async (fault: unknown) => {
    const other = isToolbaseError(fault) ? await anyRecord(environment, contents, place, options) : undefined;
    if (other === undefined) throw fault;
    return other;
  });
  if ('record' in chosen) return installedAt(place.folder, chosen.record);

  const key = environmentKey(contents, chosen.interpreter);
  const present = await readRecord(place.folder, key);
  if (present !== undefined && (await options.isSound(present.record))) {
    await touchRecord(place.folder, key, Date.now());
    return installedAt(place.folder, present.record);
  }
  const built = await buildEnvironment({
    label: environment.label,
    environments: place.folder,
    key,
    pinned,
    tools: chosen.tools,
    env: place.env,
    timeoutMs: place.timeoutMs,
    signal: options.signal,
    onEvent: options.onEvent,
  });
  const record = {
    formatVersion: 1 as const,
    kind: pinned.kind,
    contents,
    interpreter: chosen.interpreter,
    ...built,
  };
  return installedAt(place.folder, await publish(place, key, record, present, options));
}

/** Our environment, or the sound one that another builder published before. */
async function publish(
  place: EnvironmentPlace,
  key: string,
  record: EnvironmentRecord,
  broken: FoundRecord | undefined,
  options: EnsureOptions,
): Promise<EnvironmentRecord> {
  const drop = ({ folder }: EnvironmentRecord): Promise<void> =>
    removeFolder(path.join(place.folder, folder));
  if (await publishRecord(place.folder, key, record, broken?.record)) {
    if (broken !== undefined) await drop(broken.record);
    return record;
  }
  const theirs = await readRecord(place.folder, key);
  if (theirs !== undefined && (await options.isSound(theirs.record))) {
    await drop(record);
    return theirs.record;
  }
  if (await publishRecord(place.folder, key, record, theirs?.record)) return record;
  await drop(record);
  throw new ToolbaseError(
    'ENVIRONMENT_FAILED',
    `another process keeps replacing ${place.folder}/${key}.json`,
  );
}

/** Without a fitting interpreter on PATH, one that an earlier environment was made of may still be there. */
async function anyRecord(
  environment: ToolkitEnvironment,
  contents: Digest,
  place: EnvironmentPlace,
  { isSound }: EnsureOptions,
): Promise<FoundRecord | undefined> {
  if (place.python !== undefined) return undefined;
  for (const found of await listRecords(place.folder))
    if (fits(environment, contents, found.record) && (await isSound(found.record))) return found;
  return undefined;
}

/** Whether an environment installs these packages for an interpreter that the toolkit takes. */
export const fits = (
  { declaration }: ToolkitEnvironment,
  contents: Digest,
  { contents: installed, interpreter }: EnvironmentRecord,
): boolean =>
  installed === contents &&
  (declaration.kind === 'npm' || inPythonRange(declaration.python, interpreter.version));

async function chooseTools(
  { declaration, label }: ToolkitEnvironment,
  place: EnvironmentPlace,
): Promise<{ interpreter: Interpreter; tools: BuildTools }> {
  if (declaration.kind === 'python') {
    const search = { env: place.env, cwd: place.folder, python: place.python };
    const { interpreter, executable, installer } = await findPython(declaration.python, label, search);
    return { interpreter, tools: { python: { executable, installer } } };
  }
  const npm = await findProgram('npm', place.env['PATH'] ?? '');
  if (npm === undefined)
    throw new ToolbaseError('EXTERNAL_MISSING', `${label} needs npm, which is not on PATH`, {
      hint: 'Install npm, which comes with Node.',
    });
  return { interpreter: await nodeInterpreter(), tools: { npm } };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw notWritable(folder, cause);
  }
}
