import { prettyCanonicalJson } from '../../src/kernel/index.ts';
import type { ToolkitManifest } from '../../src/manifest/index.ts';
import { buildTarball, type TreeEntry } from '../../src/store/index.ts';
import { sampleManifest } from '../lockfile/sample-manifest.ts';

export const file = (path: string, text: string, mode: TreeEntry['mode'] = 0o644): TreeEntry => ({
  path,
  mode,
  bytes: Buffer.from(text),
});

export interface Packed {
  readonly manifest: ToolkitManifest;
  readonly entries: readonly TreeEntry[];
  readonly tarball: Uint8Array;
}

/** A packed toolkit made in memory. @param extra fields of its toolkit.json @param files beside the usual ones */
export function packedToolkit(
  name: string,
  version: string,
  extra: Record<string, unknown> = {},
  files: readonly TreeEntry[] = [],
): Packed {
  const manifest = sampleManifest(name, { version, ...extra });
  const entries = [
    file('package.json', JSON.stringify({ name, version })),
    file('toolkit.json', prettyCanonicalJson(manifest)),
    file('host.mjs', `export const toolkit = '${name} ${version}';\n`),
    ...files,
  ];
  return { manifest, entries, tarball: buildTarball(entries) };
}
