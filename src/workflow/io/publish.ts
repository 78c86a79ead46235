import { stat } from 'node:fs/promises';
import {
  type Digest,
  type Integrity,
  isSystemError,
  ToolbaseError,
  type ToolkitName,
  type Version,
} from '../../kernel/index.ts';
import { readBounded } from '../../kernel/io/index.ts';
import type { WritableRegistry } from '../../registry/index.ts';
import { openToolkit } from '../open-toolkit.ts';
import { registryPages } from '../registry-pages.ts';

const TARBALL_MAX_BYTES = 256 * 1024 * 1024;

export interface PublishCollaborators {
  readonly registry: WritableRegistry;
  /** Packs a toolkit's folder. @returns its tarball */
  readonly pack: (folder: string) => Promise<Uint8Array>;
  /** Tag to publish under on a server; by default the one that its versions ask for. */
  readonly tag?: string | undefined;
}

export interface PublishResult {
  readonly outcome: 'published' | 'unchanged';
  readonly name: ToolkitName;
  readonly version: Version;
  readonly registry: string;
  readonly integrity: Integrity;
  readonly treeDigest: Digest;
}

/** Publishes a packed toolkit, or a toolkit's folder, which is packed first.
 * @param target path of a `.tgz` or of a folder
 * @throws ToolbaseError NOT_FOUND, BAD_ARCHIVE, BAD_MANIFEST, ALREADY_EXISTS, NOT_WRITABLE, and what packing throws */
export async function publish(
  target: string,
  { registry, pack, tag }: PublishCollaborators,
): Promise<PublishResult> {
  const tarball = (await isFolder(target))
    ? await pack(target)
    : await readBounded(target, TARBALL_MAX_BYTES);
  const { manifest, entries, treeDigest } = openToolkit(tarball, target);
  const { name, version, toolkitDependencies } = manifest;
  const pages = registryPages(entries, target);
  const { outcome, integrity } = await registry.publish({
    name,
    version,
    tarball,
    toolkitDependencies,
    ...pages,
    ...(tag === undefined ? {} : { tag }),
  });
  return { outcome, name, version, registry: registry.name, integrity, treeDigest };
}

async function isFolder(target: string): Promise<boolean> {
  try {
    return (await stat(target)).isDirectory();
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES')) throw cause;
    throw new ToolbaseError('NOT_FOUND', `${target} does not exist`, {
      hint: 'Name a packed toolkit (.tgz) or a folder with toolkit.yaml.',
      cause,
    });
  }
}
