import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  integrityOf,
  isSystemError,
  isAbsent,
  isToolbaseError,
  ordinalCompare,
  ToolbaseError,
  ToolkitName,
} from '../../kernel/index.ts';
import { readBounded, readTextBounded } from '../../kernel/io/index.ts';
import {
  packumentFile,
  RECORD_MAX_BYTES,
  signaturesFile,
  TARBALL_MAX_BYTES,
  tarballFile,
  toolkitFolder,
} from '../directory-layout.ts';
import { decodePackument } from '../decode-packument.ts';
import { decodeSignatures } from '../signatures.ts';
import { newestOf, type Packument } from '../packument.ts';
import type { Registry, ToolkitSummary, WritableRegistry } from '../registry.ts';
import { publishRelease } from './publish-release.ts';

export interface DirectoryOptions {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  /** A missing directory is REGISTRY_UNAVAILABLE; otherwise it is an empty registry. */
  readonly mustExist: boolean;
}

/** A registry that is only read, such as the embedded one. */
export function openDirectoryRegistry({ name, directory, mustExist }: DirectoryOptions): Registry {
  // A published version never changes, so what was read of it once is right for good.
  const known = new Map<ToolkitName, Packument>();
  const packument = async (toolkit: ToolkitName): Promise<Packument | undefined> => {
    const file = packumentFile(toolkitFolder(directory, toolkit));
    const text = await textOrNothing(file);
    if (text !== undefined) {
      const decoded = decodePackument(text, toolkit, file);
      known.set(toolkit, decoded);
      return decoded;
    }
    if (mustExist) await list(directory);
    return undefined;
  };
  return {
    name,
    packument,
    async tarball(toolkit, version) {
      const release = known.get(toolkit)?.versions[version] ?? (await packument(toolkit))?.versions[version];
      if (release === undefined)
        throw new ToolbaseError('NO_VERSION', `the registry ${name} has no ${toolkit} ${version}`);
      const file = tarballFile(toolkitFolder(directory, toolkit), version);
      const bytes = await tarballBytes(file, name);
      if (integrityOf(bytes) === release.integrity) return bytes;
      throw new ToolbaseError('INTEGRITY_MISMATCH', `${file} is not what the registry ${name} published`, {
        hint: `Its packument states ${release.integrity}. Do not use the file; publish the toolkit again elsewhere.`,
      });
    },
    async signatures(toolkit, version) {
      const file = signaturesFile(toolkitFolder(directory, toolkit), version);
      const text = await textOrNothing(file);
      return text === undefined ? [] : decodeSignatures(text, file);
    },
    names: () => toolkitNames(directory, mustExist),
    async search(text, limit) {
      const found: ToolkitSummary[] = [];
      for (const toolkit of await toolkitNames(directory, mustExist)) {
        const known = found.length < limit ? await packument(toolkit) : undefined;
        const summary = known === undefined ? undefined : summaryOf(known);
        if (summary !== undefined && hasWords(summary, text)) found.push(summary);
      }
      return found;
    },
  };
}

/** A directory registry that also takes new versions, from several processes at once. */
export const openWritableDirectory = (options: DirectoryOptions): WritableRegistry => ({
  ...openDirectoryRegistry(options),
  publish: (submission) => publishRelease(options, submission),
});

/** All words, in the name or the description. */
function hasWords({ name, description }: ToolkitSummary, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const said = `${name} ${description}`.toLowerCase();
  return words.every((word) => said.includes(word));
}

function summaryOf(packument: Packument): ToolkitSummary | undefined {
  const version = newestOf(packument);
  if (version === undefined) return undefined;
  const { description = '', deprecated } = packument.versions[version] ?? {};
  const { name } = packument;
  return { name, version, description, ...(deprecated === undefined ? {} : { deprecated }) };
}

async function tarballBytes(file: string, registry: string): Promise<Buffer> {
  try {
    return await readBounded(file, TARBALL_MAX_BYTES);
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    throw new ToolbaseError(
      'BAD_REGISTRY',
      `the registry ${registry} lists a version but: ${cause.message}`,
      {
        cause,
      },
    );
  }
}

async function textOrNothing(file: string): Promise<string | undefined> {
  try {
    return await readTextBounded(file, RECORD_MAX_BYTES);
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw cause;
  }
}

async function toolkitNames(directory: string, mustExist: boolean): Promise<ToolkitName[]> {
  const names: ToolkitName[] = [];
  for (const entry of await list(directory, !mustExist)) {
    const inside = entry.startsWith('@')
      ? (await list(path.join(directory, entry), true)).map((name) => `${entry}/${name}`)
      : [entry];
    for (const name of inside) {
      const toolkit = ToolkitName.safeParse(name);
      const file = packumentFile(path.join(directory, name));
      if (toolkit.success && (await textOrNothing(file)) !== undefined) names.push(toolkit.data);
    }
  }
  return names.sort(ordinalCompare);
}

async function list(directory: string, missingIsEmpty = false): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (cause) {
    if (missingIsEmpty && isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES')) throw cause;
    throw new ToolbaseError('REGISTRY_UNAVAILABLE', `the registry directory ${directory} cannot be read`, {
      hint: 'Check the directory, or the settings under `registries:`.',
      cause,
    });
  }
}
