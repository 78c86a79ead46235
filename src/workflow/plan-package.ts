import { prettyCanonicalJson, ToolbaseError } from '../kernel/index.ts';
import {
  type DescribedOperations,
  type EnvironmentDeclaration,
  environmentFiles,
  freezeEnvironment,
  freezeManifest,
  type HostSource,
  type ManifestNote,
  type PackageJson,
  readSkill,
  type SkillEntry,
  type ToolkitManifest,
  type ToolkitSource,
} from '../manifest/index.ts';
import { subtree, treeDigest, type TreeEntry } from '../store/index.ts';

/** Where a `node` toolkit's bundled module lies in its package. */
export const BUNDLE_PATH = 'host/toolkit.mjs';

/** What a toolkit's folder holds, read and checked for form. */
export type ToolkitFolder = {
  readonly packageJson: PackageJson;
  readonly source: ToolkitSource;
  /** The selected files, and the `package.json` of the package. */
  readonly files: readonly TreeEntry[];
  readonly environments: Readonly<Record<string, EnvironmentDeclaration>>;
};

export type PackagePlan = {
  /** As `npm pack` names it. */
  readonly fileName: string;
  readonly manifest: ToolkitManifest;
  readonly entries: readonly TreeEntry[];
  readonly warnings: readonly ManifestNote[];
};

/** Puts a package together from a toolkit's files, its bundle and what its host describes.
 * @param bundle the bundled module of a `node` host
 * @throws ToolbaseError BAD_MANIFEST, BAD_SCHEMA, BAD_YAML naming what is wrong */
export function planPackage(
  folder: ToolkitFolder,
  described: DescribedOperations,
  bundle: Uint8Array | undefined,
): PackagePlan {
  const { packageJson, source, files } = folder;
  const { manifest, warnings } = freezeManifest({
    packageJson,
    source,
    host: packedHost(source.host),
    described,
    skills: source.skills.map((path) => skillOf(path, files)),
    environments: folder.environments,
  });
  const written = [
    textEntry('toolkit.json', prettyCanonicalJson(manifest)),
    ...(bundle === undefined ? [] : [{ path: BUNDLE_PATH, mode: 0o644, bytes: bundle } as const]),
  ];
  const names = new Set(written.map(({ path }) => path));
  const { name, version } = packageJson;
  return {
    fileName: `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`,
    manifest,
    entries: [...files.filter(({ path }) => !names.has(path)), ...written],
    warnings,
  };
}

export const textEntry = (path: string, text: string): TreeEntry => ({
  path,
  mode: 0o644,
  bytes: Buffer.from(text),
});

const packedHost = (host: HostSource): HostSource =>
  host.kind === 'node' ? { ...host, entry: BUNDLE_PATH } : host;

function skillOf(folder: string, files: readonly TreeEntry[]): SkillEntry {
  const own = files.filter(({ path }) => path.startsWith(`${folder}/`));
  const text = own.find(({ path }) => path === `${folder}/SKILL.md`);
  if (text === undefined)
    throw new ToolbaseError('BAD_MANIFEST', `toolkit.yaml lists the skill ${folder}, which has no SKILL.md`);
  return readSkill({
    folder,
    text: textOf(text),
    otherTexts: own
      .filter(({ path }) => path.endsWith('.md') && path !== text.path)
      .map((entry) => ({ path: entry.path, text: textOf(entry) })),
    digest: treeDigest(subtree(files, folder)),
  });
}

function textOf({ path, bytes }: TreeEntry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ToolbaseError('BAD_MANIFEST', `${path} is not UTF-8 text`, { cause });
  }
}

/** What the toolkit's environments pin, by name.
 * @throws ToolbaseError BAD_MANIFEST, BAD_JSON */
export const pinnedEnvironments = (
  source: ToolkitSource,
  files: readonly TreeEntry[],
): Record<string, EnvironmentDeclaration> =>
  Object.fromEntries(
    Object.entries(source.environments).map(([name, environment]) => {
      const read = (path: string): string | undefined => {
        const file = files.find((entry) => entry.path === path);
        return file === undefined ? undefined : textOf(file);
      };
      return [name, freezeEnvironment(environment, read, `the environment ${name}`)];
    }),
  );

/** Files and folders that go into the package because the toolkit itself needs them. */
export const neededPaths = (source: ToolkitSource): string[] => [
  ...source.skills,
  ...Object.values(source.environments).flatMap(environmentFiles),
];
