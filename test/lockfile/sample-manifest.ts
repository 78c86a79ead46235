import { parseWith } from '../../src/kernel/index.ts';
import { ToolkitManifest } from '../../src/manifest/index.ts';

/** An operation as a packed toolkit holds it; `extra` replaces fields. */
export const sampleOperation = (
  name: string,
  extra: Record<string, unknown> = {},
): Record<string, unknown> => ({
  name,
  description: `Computes ${name}, in GeV.`,
  inputSchema: {
    type: 'object',
    properties: {
      mass_gev: { type: 'number', description: 'Mass of the mother, GeV', minimum: 0 },
      mode: { type: 'string', enum: ['tree', 'loop'], default: 'tree' },
    },
    required: ['mass_gev'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  effects: { deterministic: true },
  ...extra,
});

/** A sound toolkit.json with one operation `Width`; `extra` replaces fields. */
export const sampleManifest = (name: string, extra: Record<string, unknown> = {}): ToolkitManifest =>
  parseWith(
    ToolkitManifest,
    {
      formatVersion: 1,
      kind: 'toolkit',
      name,
      version: '1.0.0',
      title: 'A toolkit',
      summary: 'For tests.',
      host: { kind: 'node', entry: 'host.mjs' },
      operations: [sampleOperation('Width')],
      bundles: {},
      skills: [],
      settings: {},
      externals: {},
      environments: {},
      toolkitDependencies: {},
      ...extra,
    },
    'sample',
    'BAD_MANIFEST',
  );
