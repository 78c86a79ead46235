import { parseWith } from '../../src/kernel/index.ts';
import { decodeSettings, type FileLayer, type MachineLayers } from '../../src/machine/index.ts';
import { ToolkitManifest } from '../../src/manifest/index.ts';
import { sampleManifest } from '../lockfile/sample-manifest.ts';

/** A settings file as it would be read. */
export const fileLayer = (
  name: FileLayer['name'],
  file: string,
  toolkits: string,
  ownerOnly = false,
): FileLayer => ({
  name,
  file,
  ownerOnly,
  settings: decodeSettings(`formatVersion: 1\ntoolkits:\n${toolkits}\n`, file),
});

export const layers = (parts: Partial<MachineLayers>): MachineLayers => ({
  files: [],
  environment: {},
  flags: { settings: [], externals: [] },
  homeDir: '/home/u',
  ...parts,
});

/** The declarations of `@lab/grid`, as a manifest has them. */
export const grid = (
  settings: Record<string, unknown>,
  externals: Record<string, unknown> = {},
): ToolkitManifest =>
  parseWith(
    ToolkitManifest,
    { ...sampleManifest('@lab/grid'), settings, externals },
    'sample',
    'BAD_MANIFEST',
  );
