import { parseWith, parseStrictJson, type Integrity, type Json } from '../../kernel/index.ts';
import {
  environmentFiles,
  PackageJson,
  pinnedEnvironment,
  type PinnedEnvironment,
  type ToolkitManifest,
} from '../../manifest/index.ts';
import type { TreeEntry } from '../../store/index.ts';
import { openToolkit } from '../open-toolkit.ts';

/** A locked toolkit with all that an archive says of it. */
export interface ArchivedToolkit {
  readonly manifest: ToolkitManifest;
  readonly packageJson: PackageJson | undefined;
  readonly entries: readonly TreeEntry[];
  readonly tarball: Uint8Array;
  readonly integrity: Integrity;
  /** Sigstore bundles, unchecked. */
  readonly signatures: readonly Json[];
}

/** Opens a tarball that has the locked integrity. @throws ToolbaseError BAD_ARCHIVE, BAD_MANIFEST */
export function archivedToolkit(
  tarball: Uint8Array,
  label: string,
  signatures: readonly Json[] = [],
): ArchivedToolkit {
  const { manifest, entries, integrity } = openToolkit(tarball, label);
  const text = textOf(entries, 'package.json');
  const packageJson =
    text === undefined
      ? undefined
      : parseWith(PackageJson, parseStrictJson(text, label), `${label}: package.json`, 'BAD_MANIFEST');
  return { manifest, packageJson, entries, tarball, integrity, signatures };
}

/** What the environments of a toolkit install, by name. */
export const pinnedEnvironments = ({
  manifest,
  entries,
}: Pick<ArchivedToolkit, 'manifest' | 'entries'>): [name: string, pinned: PinnedEnvironment][] =>
  Object.entries(manifest.environments).map(([name, declaration]) => [
    name,
    pinnedEnvironment(
      declaration,
      (path) => textOf(entries, path),
      `environment ${name} of ${manifest.name}`,
    ),
  ]);

/** The files that pin a toolkit's environments, by the environment's name. */
export const environmentEntries = ({
  manifest,
  entries,
}: Pick<ArchivedToolkit, 'manifest' | 'entries'>): [name: string, files: TreeEntry[]][] =>
  Object.entries(manifest.environments).map(([name, declaration]) => {
    const paths = environmentFiles(declaration);
    return [name, entries.filter(({ path }) => paths.includes(path))];
  });

function textOf(entries: readonly TreeEntry[], path: string): string | undefined {
  const bytes = entries.find((entry) => entry.path === path)?.bytes;
  return bytes && Buffer.from(bytes).toString('utf8');
}
