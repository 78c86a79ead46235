import { type Digest, type Integrity, ordinalCompare, ToolbaseError } from '../kernel/index.ts';
import {
  checkUniqueNames,
  type Loadout,
  type SelectedOperation,
  selectOperations,
} from '../loadout/index.ts';
import type { ToolkitManifest } from '../manifest/index.ts';
import { checkUniquePrompts } from './exposed-prompts.ts';
import { withJob } from './job-tools.ts';
import {
  INSTRUCTIONS_MAX,
  type LinkedToolkit,
  type Lock,
  type LockedOperation,
  type LockedSkill,
  type LockedToolkit,
} from './lock.ts';
import { loadoutDigest, type LockContents, withDigests } from './lock-digests.ts';

/** One resolved toolkit: where it was found, and what its verified tarball holds. */
export type LockSource = PublishedSource | LinkedSource;

export interface PublishedSource {
  readonly registry: string;
  readonly integrity: Integrity;
  readonly treeDigest: Digest;
  readonly manifest: ToolkitManifest;
}

/** A toolkit as its working tree packs. */
export interface LinkedSource {
  /** Folder of the tree, from the lock's own folder. */
  readonly path: string;
  readonly treeDigest: Digest;
  readonly manifest: ToolkitManifest;
}

const isPublished = (source: LockSource): source is PublishedSource => 'registry' in source;
const isLinked = (source: LockSource): source is LinkedSource => 'path' in source;

/** The lock of a loadout, given all toolkits that it needs, dependencies included. Equal input in any order gives
 * an equal lock. Toolkits that the loadout does not name expose nothing.
 * @throws ToolbaseError UNKNOWN_BUNDLE, UNKNOWN_OPERATION, BAD_NAME, NAME_COLLISION */
export const buildLock = (loadout: Loadout, sources: readonly LockSource[]): Lock =>
  withDigests(lockContents(loadout, sources));

/** What buildLock takes the digests of. @throws ToolbaseError as it does */
export function lockContents(loadout: Loadout, sources: readonly LockSource[]): LockContents {
  const sorted = [...sources].sort((a, b) => ordinalCompare(a.manifest.name, b.manifest.name));
  const requested = sorted.flatMap(({ manifest }) => {
    const request = Object.hasOwn(loadout.toolkits, manifest.name)
      ? loadout.toolkits[manifest.name]
      : undefined;
    return request === undefined ? [] : [{ manifest, request }];
  });
  const selected = requested.flatMap(({ manifest, request }) => selectOperations(request, manifest));
  checkUniqueNames(selected);
  const shown = requested.map(({ manifest }) => manifest);
  const skills = shown.flatMap(lockedSkills);
  checkUniquePrompts(skills);
  return {
    formatVersion: 1,
    loadoutDigest: loadoutDigest(loadout),
    toolkits: byName(sorted.filter(isPublished), lockedToolkit),
    ...(sorted.some(isLinked) ? { linked: byName(sorted.filter(isLinked), linkedToolkit) } : {}),
    operations: Object.fromEntries(selected.map((each) => [each.name, lockedOperation(each)])),
    skills,
    instructions: instructionsOf(loadout, shown, sorted.filter(isLinked)),
  };
}

const byName = <S extends LockSource, T>(sources: readonly S[], kept: (source: S) => T) =>
  Object.fromEntries(sources.map((source) => [source.manifest.name, kept(source)]));

/** What a lock keeps of a toolkit. */
export const lockedToolkit = ({ registry, integrity, ...source }: PublishedSource): LockedToolkit => ({
  ...installedToolkit(source),
  registry,
  integrity,
});

/** What a lock keeps of a toolkit of a working tree. */
export const linkedToolkit = ({ path, ...source }: LinkedSource): LinkedToolkit => ({
  ...installedToolkit(source),
  linked: true,
  path,
});

const installedToolkit = ({ manifest, treeDigest }: Pick<LockSource, 'manifest' | 'treeDigest'>) => ({
  version: manifest.version,
  treeDigest,
  hostKind: manifest.host.kind,
  externals: manifest.externals,
  environments: Object.fromEntries(
    Object.entries(manifest.environments).map(([name, { kind, sha256 }]) => [name, { kind, sha256 }]),
  ),
  dependencies: manifest.toolkitDependencies,
});

/** What a lock keeps of an operation under the name it is exposed by. */
export function lockedOperation(selected: SelectedOperation): LockedOperation {
  const { toolkit, name, operation } = selected;
  const description = selected.description ?? operation.description;
  const { title, inputSchema, outputSchema, annotations } = operation;
  const { upstreamName, effects, maxResultBytes, limits, upstreamDigests } = operation;
  return withJob({
    toolkit,
    operation: operation.name,
    ...(upstreamName === undefined ? {} : { upstreamName }),
    effects,
    ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
    ...(limits === undefined ? {} : { limits }),
    ...(upstreamDigests === undefined ? {} : { upstreamDigests }),
    ...(description === operation.description ? {} : { ownDescription: operation.description }),
    tool: {
      name,
      ...(title === undefined ? {} : { title }),
      description,
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      annotations,
    },
  });
}

/** A locked operation in the words of its toolkit, whatever the loadout shows a model instead. */
export function ownWording({ ownDescription, ...operation }: LockedOperation): LockedOperation {
  if (ownDescription === undefined) return operation;
  return { ...operation, tool: { ...operation.tool, description: ownDescription } };
}

/** What a lock keeps of a toolkit's skills, sorted by name. */
export const lockedSkills = (manifest: ToolkitManifest): LockedSkill[] =>
  [...manifest.skills]
    .sort((a, b) => ordinalCompare(a.name, b.name))
    .map((skill) => ({ toolkit: manifest.name, ...skill }));

/** The loadout's own instructions, then each toolkit's in the order of their names, a blank line between. Working trees are
 * told first: no interface of them has the digest of a locked one. */
function instructionsOf(
  loadout: Loadout,
  shown: readonly ToolkitManifest[],
  linked: readonly LinkedSource[],
): string {
  const trees = linked.map(({ manifest }) => manifest.name).join(', ');
  const marked = trees === '' ? undefined : `Under development, from a working tree: ${trees}.`;
  // With several toolkits a model must know whose words are whose.
  const speaking = shown.filter(({ instructions = '' }) => instructions.trim() !== '');
  const said = speaking.map(({ name, instructions = '' }) =>
    shown.length > 1 ? `${name}: ${instructions.trim()}` : instructions,
  );
  const text = [marked, loadout.instructions, ...said]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n');
  if (text.length <= INSTRUCTIONS_MAX) return text;
  throw new ToolbaseError(
    'BAD_LOADOUT',
    `the instructions of the loadout and its toolkits are ${text.length} characters; at most ${INSTRUCTIONS_MAX} are locked`,
  );
}
