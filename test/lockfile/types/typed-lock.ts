import { buildLock, type Lock } from '../../../src/lockfile/index.ts';
import { integrityOf, sha256 } from '../../../src/kernel/index.ts';
import { decodeLoadout } from '../../../src/loadout/index.ts';
import { sampleManifest, sampleOperation } from '../sample-manifest.ts';

const object = (properties: object, required?: string[]) => ({
  type: 'object',
  properties,
  ...(required === undefined ? {} : { required }),
  additionalProperties: false,
});

/** Two operations with everything that the portable subset can say. */
export const operations = [
  sampleOperation('Spectrum', {
    title: 'Production spectrum',
    description: 'Number of events per bin.\n\nThe luminosity is in 1/fb.',
    maxResultBytes: 8000,
    inputSchema: {
      ...object(
        {
          channel: { type: 'string', description: 'Final state', enum: ['mu mu', 'e "e"', '\u03b3\u03b3'] },
          label: { type: 'string' },
          n_bins: { type: 'integer', description: 'Number of bins', minimum: 1, default: 10 },
          smear: { type: 'boolean', default: false },
          'cut.pt-min': { type: 'number', description: 'Smallest transverse momentum, GeV' },
          from: { type: 'string', format: 'date-time' },
          points: {
            type: 'array',
            description: 'Grid',
            items: object(
              { x: { type: 'number' }, tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
              ['x'],
            ),
          },
        },
        ['channel', 'points'],
      ),
      description: 'What to produce.',
    },
    outputSchema: object(
      {
        bins: {
          type: 'array',
          items: object({ low_gev: { type: 'number' }, count: { type: 'integer' } }, ['count']),
        },
        meta: { ...object({ seed: { type: 'integer' } }), description: 'How it was made' },
        empty: object({}),
      },
      ['bins'],
    ),
  }),
  sampleOperation('Width'),
];

/** A lock of one toolkit `grid` with these operations, exposed under an alias. */
export function lockWith(list: readonly object[], alias = 'grid'): Lock {
  const loadout = decodeLoadout(
    `formatVersion: 1\ntoolkits: {grid: {version: "*", as: "${alias}"}}\n`,
    'loadout.yaml',
  );
  const manifest = sampleManifest('grid', { operations: list });
  return buildLock(loadout, [
    { registry: 'local', integrity: integrityOf(Buffer.from('grid')), treeDigest: sha256('grid'), manifest },
  ]);
}

/** The lock with every text that a model reads replaced, also by what no lock may hold. */
export function withTexts(lock: Lock, text: string): Lock {
  const copy = structuredClone(lock);
  replaceTexts(copy.operations, text);
  return copy;
}

function replaceTexts(value: object, text: string): void {
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if ((key === 'description' || key === 'title') && typeof member === 'string')
      Reflect.set(value, key, text);
    else if (typeof member === 'object' && member !== null) replaceTexts(member, text);
  }
}
