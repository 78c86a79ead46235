import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, quickCheck } from '../../src/kernel/index.ts';
import { encodeLock } from '../../src/lockfile/index.ts';
import { Lock } from '../../src/lockfile/lock.ts';
import { lowerSchema, PortableSchema, ToolkitManifest } from '../../src/manifest/index.ts';
import { wildSchema } from '../manifest/schema-arbitraries.ts';
import { sampleLock } from './sample-lock.ts';
import { sampleManifest, sampleOperation } from './sample-manifest.ts';

const quickLock = quickCheck(Lock);
const quickSchema = quickCheck(PortableSchema);
const quickManifest = quickCheck(ToolkitManifest);

/** One value of every kind of member, so that a change anywhere in it is a change of that kind. */
const RICH_SCHEMA = {
  type: 'object',
  description: 'All of it.',
  properties: {
    text: { type: 'string', enum: ['a', 'b'], minLength: 1, maxLength: 9, format: 'date-time', default: 'a' },
    amount: { type: 'number', minimum: 0, maximum: 2.5, default: 1 },
    many: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 3, default: [1, { a: null }] },
    flag: { type: 'boolean', default: true },
    inner: { type: 'object', properties: {}, additionalProperties: false, default: { x: [true] } },
  },
  required: ['text'],
  additionalProperties: false,
};

const richLock = (): Json => {
  const lock = JSON.parse(encodeLock(sampleLock())) as { operations: Record<string, { tool: object }> };
  const [name = ''] = Object.keys(lock.operations);
  const operation = lock.operations[name];
  if (operation !== undefined)
    operation.tool = { ...operation.tool, inputSchema: RICH_SCHEMA, outputSchema: RICH_SCHEMA };
  return lock as unknown as Json;
};

const text = { title: 'Text', required: true };
const digest = `sha256:${'1'.repeat(64)}`;

/** As a packed toolkit holds it: every default is filled in. */
const richManifest = (): Json =>
  JSON.parse(
    JSON.stringify(
      sampleManifest('grid', {
        instructions: 'Read them.',
        host: {
          kind: 'mcp',
          command: '${environment.py}',
          args: ['-m', 'grid'],
          env: { KEY: '${setting.key}' },
        },
        operations: [
          sampleOperation('Width', {
            title: 'Width',
            outputSchema: RICH_SCHEMA,
            maxResultBytes: 10,
            limits: { wallMs: 5, concurrency: 1 },
            effects: { reads: ['files/*'], writes: [], deterministic: true, typicalMs: 3, long: true },
          }),
        ],
        bundles: { all: { title: 'All', operations: ['Width'] } },
        skills: [{ name: 'use', description: 'How.', path: 'skills/use', digest }],
        settings: {
          key: { ...text, type: 'string', sensitive: true },
          threads: { ...text, type: 'number', min: 1, max: 9, default: 2 },
          loud: { ...text, type: 'boolean', default: false },
          table: { ...text, type: 'file' },
        },
        externals: { form: { title: 'FORM', command: 'form', install: { apt: 'form' } } },
        environments: {
          py: { kind: 'python', requirements: 'requirements.txt', python: '>=3.11', sha256: digest },
        },
        toolkitDependencies: { core: '^1.0.0' },
      }),
    ),
  ) as Json;

type Path = readonly string[];

function pathsOf(value: Json | undefined, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

const replacement = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 2 ** 60, '', 'object', 'array', 'string', 'integer'),
  fc.constantFrom<Json>([], {}, [1], { type: 'string' }, '\u0007', 'e\u0301', '\u200b', 'x'.repeat(1001)),
  fc.constantFrom<Json>(`sha256:${'0'.repeat(64)}`, '1.2.3', 'a/b', '../a', 'toString', 'a b'),
  fc.jsonValue().map((value) => value as Json),
);
const NAMES = [
  '__proto__',
  'toString',
  'x',
  'type',
  'enum',
  'required',
  '$ref',
  'default',
  'a b',
  '1',
  'job',
];

type Change = { readonly at: number; readonly how: 'set' | 'add' | 'drop' | 'rename'; readonly to: Json };
const change = (paths: readonly Path[]): fc.Arbitrary<Change> =>
  fc.record({
    at: fc.nat({ max: paths.length - 1 }),
    how: fc.constantFrom('set', 'add', 'drop', 'rename'),
    to: replacement,
  });

function changed(whole: Json, path: Path, { how, to }: Change, name: string): Json {
  const copy = structuredClone(whole) as Record<string, Json>;
  let holder: Record<string, Json> = copy;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, Json>;
  const last = path.at(-1);
  if (last === undefined) return how === 'set' ? to : copy;
  const before = holder[last] ?? null;
  if (how === 'set') holder[last] = to;
  else if (how === 'add') Object.defineProperty(holder, name, { ...OWN, value: to });
  else Reflect.deleteProperty(holder, last);
  if (how === 'rename') Object.defineProperty(holder, name, { ...OWN, value: before });
  // As a file would give it: no holes, no undefined members.
  return JSON.parse(JSON.stringify(copy)) as Json;
}
const OWN = { enumerable: true, writable: true, configurable: true };

describe('the quick check of a format', () => {
  it('is there, and takes what toolbase writes', () => {
    expect(quickLock?.(richLock())).toBe(true);
    expect(quickSchema?.(RICH_SCHEMA)).toBe(true);
    expect(quickManifest?.(richManifest())).toBe(true);
  });

  it.each([
    ['a lock', richLock(), Lock, quickLock],
    ['a schema', RICH_SCHEMA as unknown as Json, PortableSchema, quickSchema],
    ['a manifest', richManifest(), ToolkitManifest, quickManifest],
  ] as const)('agrees with the format on %s with anything changed', (_, whole, format, quick) => {
    const paths = pathsOf(whole);
    fc.assert(
      fc.property(change(paths), fc.constantFrom(...NAMES), (one, name) => {
        const value = changed(whole, paths[one.at] ?? [], one, name);
        const parsed = format.safeParse(value);
        expect(quick?.(value)).toBe(parsed.success && isDeepStrictEqual(parsed.data, value));
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with the format on any schema, lowered or not', () => {
    fc.assert(
      fc.property(wildSchema, (wild) => {
        const lowered = lowerSchema(wild, 'input');
        for (const value of lowered.kind === 'lowered' ? [wild, lowered.schema] : [wild])
          expect(quickSchema?.(value)).toBe(PortableSchema.safeParse(value).success);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the bounds on size', () => {
    const wide = (count: number): Json => ({
      ...RICH_SCHEMA,
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'boolean' }]),
      ),
      required: ['p0'],
    });
    expect([100, 101].map((count) => quickSchema?.(wide(count)))).toEqual([true, false]);
    const deep = (levels: number): Json =>
      levels === 0 ? { type: 'boolean' } : { type: 'array', items: deep(levels - 1) };
    const nested = (levels: number): Json => ({ ...RICH_SCHEMA, properties: { text: deep(levels) } });
    expect([4, 5].map((levels) => quickSchema?.(nested(levels)))).toEqual([true, false]);
  });
});
