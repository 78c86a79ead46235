import { type Digest, type Integrity, integrityOf, ToolbaseError } from '../kernel/index.ts';
import {
  decodeManifest,
  pinnedEnvironment,
  type Provenance,
  PROVENANCE_PATH,
  type ToolkitManifest,
} from '../manifest/index.ts';
import { readTarball, subtree, treeDigest, type TreeEntry } from '../store/index.ts';
import { agreesWithFiles, provenanceOf } from './provenance-record.ts';

/** A toolkit's tarball, opened and found sound. */
export interface OpenedToolkit {
  readonly manifest: ToolkitManifest;
  readonly entries: readonly TreeEntry[];
  readonly integrity: Integrity;
  readonly treeDigest: Digest;
  /** What its author says of where it comes from. */
  readonly provenance: Provenance | undefined;
}

/** Opens a tarball that may come from anyone. Runs none of its code, writes nothing.
 * @param label names the tarball in messages
 * @throws ToolbaseError BAD_ARCHIVE, BAD_MANIFEST */
export function openToolkit(tarball: Uint8Array, label: string): OpenedToolkit {
  const entries = readTarball(tarball, label);
  const manifest = manifestOf(entries, label);
  checkEnvironments(manifest, entries, label);
  const provenance = provenanceOf(entries, label);
  const fault = contradiction(manifest, provenance, entries);
  if (fault !== undefined) throw new ToolbaseError('BAD_MANIFEST', `${label}: ${fault}`, { hint: HINT });
  return {
    manifest,
    entries,
    // Who has locked it has compared it with the bytes already.
    get integrity() {
      return integrityOf(tarball);
    },
    treeDigest: treeDigest(entries),
    provenance,
  };
}

const HINT = 'Its publisher has to pack it again with `toolbase pack`.';

function manifestOf(entries: readonly TreeEntry[], label: string): ToolkitManifest {
  const file = entries.find(({ path }) => path === 'toolkit.json');
  if (file === undefined)
    throw new ToolbaseError('BAD_MANIFEST', `${label} is no packed toolkit: it has no toolkit.json`, {
      hint: HINT,
    });
  return decodeManifest(Buffer.from(file.bytes).toString('utf8'), `${label}: toolkit.json`);
}

/** Everything that an environment installs is pinned by hash, in the very file whose digest is declared. */
function checkEnvironments(manifest: ToolkitManifest, entries: readonly TreeEntry[], label: string): void {
  const texts = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  const read = (path: string): string | undefined => {
    const bytes = texts.get(path);
    return bytes && Buffer.from(bytes).toString('utf8');
  };
  for (const [name, environment] of Object.entries(manifest.environments))
    pinnedEnvironment(environment, read, `${label}: environment ${name}`);
}

/** Where the manifest says something else than the files beside it, or undefined. */
function contradiction(
  manifest: ToolkitManifest,
  provenance: Provenance | undefined,
  entries: readonly TreeEntry[],
): string | undefined {
  const files = new Map(entries.map((entry) => [entry.path, entry]));
  const { host } = manifest;
  if (host.kind === 'node' && !files.has(host.entry)) return `there is no ${host.entry}, its host's module`;
  const skill = manifest.skills.find(({ path, digest }) => treeDigest(subtree(entries, path)) !== digest);
  if (skill !== undefined) return `the files of skill ${skill.name} are not those that its digest is of`;
  if (provenance !== undefined && !agreesWithFiles(provenance, entries))
    return `${PROVENANCE_PATH} is of other files than those beside it`;
  return undefined;
}
