import { integrityOf, parseWith, sha256 } from '../../src/kernel/index.ts';
import { decodeLoadout } from '../../src/loadout/index.ts';
import { buildLock, type Lock } from '../../src/lockfile/index.ts';
import { ToolkitManifest } from '../../src/manifest/index.ts';

const operation = (name: string): Record<string, unknown> => ({
  name,
  description: `${name} of a declared diagram, in GeV.`,
  inputSchema: {
    type: 'object',
    properties: { structure: { type: 'string', description: 'Structure of the vertex' } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  effects: { deterministic: true },
});

const manifest = parseWith(
  ToolkitManifest,
  {
    formatVersion: 1,
    kind: 'toolkit',
    name: '@toolbase/symbolic',
    version: '0.1.0',
    title: 'Symbolic',
    summary: 'For tests.',
    host: { kind: 'node', entry: 'host.mjs' },
    operations: [operation('ComputeDecayRate'), operation('ListStructures')],
    bundles: {},
    skills: [],
    settings: {},
    externals: {},
    environments: {},
    toolkitDependencies: {},
  },
  'manifest',
  'BAD_MANIFEST',
);

/** A lock that exposes `symbolic__ComputeDecayRate` and `symbolic__ListStructures`. */
export const decayLock = (instructions = 'Widths in GeV.'): Lock =>
  buildLock(
    decodeLoadout(
      `formatVersion: 1\ninstructions: ${instructions}\ntoolkits:\n  "@toolbase/symbolic": "0.1.0"\n`,
      'loadout.yaml',
    ),
    [
      {
        registry: 'embedded',
        integrity: integrityOf(Buffer.from('symbolic')),
        treeDigest: sha256('symbolic'),
        manifest,
      },
    ],
  );
