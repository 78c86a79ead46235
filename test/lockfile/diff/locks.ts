import { integrityOf, sha256 } from '../../../src/kernel/index.ts';
import { decodeLoadout } from '../../../src/loadout/index.ts';
import { buildLock, type Lock } from '../../../src/lockfile/index.ts';
import { sampleManifest, sampleOperation } from '../sample-manifest.ts';

/** An operation with a served output schema; `extra` replaces fields. */
export const widthOperation = (extra: Record<string, unknown> = {}, name = 'Width') =>
  sampleOperation(name, {
    title: 'Width',
    maxResultBytes: 500,
    outputSchema: {
      type: 'object',
      properties: { width_gev: { type: 'number', minimum: 0 } },
      required: ['width_gev'],
      additionalProperties: false,
    },
    ...extra,
  });

export interface Published {
  readonly name?: string;
  readonly version?: string;
  /** What the tree digest is of; default: name, version and manifest. */
  readonly tree?: string;
  readonly registry?: string;
  /** Fields of the manifest. */
  readonly fields?: Record<string, unknown>;
  /** What the loadout says of the toolkit. */
  readonly request?: string;
}

/** The lock of a loadout over the given toolkits. */
export function lockOf(...toolkits: readonly Published[]): Lock {
  const named = toolkits.map((toolkit) => ({ name: 'grid', version: '1.0.0', ...toolkit }));
  const loadout = decodeLoadout(
    `formatVersion: 1\ntoolkits: {${named.map(({ name, request }) => `"${name}": ${request ?? '"*"'}`).join(', ')}}\n`,
    'loadout.yaml',
  );
  return buildLock(
    loadout,
    named.map(({ name, version, tree, registry, fields }) => {
      const manifest = sampleManifest(name, { operations: [widthOperation()], version, ...fields });
      const identity = tree ?? JSON.stringify(manifest);
      return {
        registry: registry ?? 'local',
        integrity: integrityOf(Buffer.from(identity)),
        treeDigest: sha256(identity),
        manifest,
      };
    }),
  );
}
