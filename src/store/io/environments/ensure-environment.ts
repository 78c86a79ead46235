import path from 'node:path';
import { type Digest, isToolbaseError, ToolbaseError } from '../../../kernel/index.ts';
import { findProgram, removeFolder } from '../../../kernel/io/index.ts';
import { inPythonRange, type PinnedEnvironment } from '../../../manifest/index.ts';
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
import { findPython } from './find-python.ts';
import { nodeInterpreter } from './node-interpreter.ts';

/** Where environments are, and what builds them. */
export interface EnvironmentPlace {
  /** Folder of all environments. */
  readonly folder: string;
  /** Of every program that is run. */
  readonly env: Readonly<Record<string, string>>;
  /** Interpreters named in the machine settings. */
  readonly pythons?: readonly string[] | undefined;
  readonly timeoutMs: number;
}

/** Says whether an environment that is there still is what was built. */
export type IsSound = (record: EnvironmentRecord) => Promise<boolean>;

/** What a toolkit's environment is to be on this machine, and whether it is there. */
export interface LocatedEnvironment {
  readonly key: string;
  readonly contents: Digest;
  readonly pinned: PinnedEnvironment;
  readonly interpreter: Interpreter;
  readonly tools: BuildTools;
  /** One of the same identity, sound or not. */
  readonly present: FoundRecord | undefined;
  readonly sound: boolean;
}

/** The environment of exactly these packages for the interpreter that is to be used. When none fits any more, one that
 * an earlier environment was made of may still be there. */
export async function locateEnvironment(
  environment: ToolkitEnvironment,
  place: EnvironmentPlace,
  isSound: IsSound,
): Promise<LocatedEnvironment> {
  const pinned = await readPinned(environment);
  const contents = contentsDigest(pinned);
  try {
    const chosen = await chooseTools(environment, place);
    const key = environmentKey(contents, chosen.interpreter);
    const present = await readRecord(place.folder, key);
    const sound = present !== undefined && (await isSound(present.record));
    return { key, contents, pinned, ...chosen, present, sound };
  } catch (fault) {
    if (!isToolbaseError(fault) || place.pythons !== undefined) throw fault;
    for (const present of await listRecords(place.folder)) {
      const { interpreter } = present.record;
      if (fits(environment, contents, present.record) && (await isSound(present.record)))
        return { key: present.key, contents, pinned, interpreter, tools: {}, present, sound: true };
    }
    throw fault;
  }
}

/** Builds a located environment unless it is there. */
export async function ensureEnvironment(
  located: LocatedEnvironment,
  label: string,
  place: EnvironmentPlace,
  options: {
    readonly isSound: IsSound;
    readonly signal?: AbortSignal | undefined;
    readonly onEvent?: ((event: EnvironmentEvent) => void) | undefined;
  },
): Promise<InstalledEnvironment> {
  const { key, contents, pinned, interpreter, tools, present, sound } = located;
  if (present !== undefined && sound) {
    await touchRecord(place.folder, key, Date.now());
    return installedAt(place.folder, present.record);
  }
  const { isSound, signal, onEvent } = options;
  const { env, timeoutMs, folder: environments } = place;
  const built = await buildEnvironment({
    label,
    environments,
    key,
    pinned,
    tools,
    env,
    timeoutMs,
    signal,
    onEvent,
  });
  const record = { formatVersion: 1 as const, kind: pinned.kind, contents, interpreter, ...built };
  return installedAt(environments, await publish(place, key, record, present, isSound));
}

/** Our environment, or the sound one that another builder published before. */
async function publish(
  place: EnvironmentPlace,
  key: string,
  record: EnvironmentRecord,
  broken: FoundRecord | undefined,
  isSound: IsSound,
): Promise<EnvironmentRecord> {
  const drop = ({ folder }: EnvironmentRecord): Promise<void> =>
    removeFolder(path.join(place.folder, folder));
  if (await publishRecord(place.folder, key, record, broken?.record)) {
    if (broken !== undefined) await drop(broken.record);
    return record;
  }
  const theirs = await readRecord(place.folder, key);
  if (theirs !== undefined && (await isSound(theirs.record))) {
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
    // From the root, where no other user can have put a uv.toml or a .venv for uv to find.
    const search = { env: place.env, cwd: '/', pythons: place.pythons };
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
