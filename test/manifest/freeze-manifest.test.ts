import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isToolbaseError, type Json } from '../../src/kernel/index.ts';
import {
  freezeManifest,
  type ManifestParts,
  OperationDescription,
  PackageJson,
  ToolkitSource,
  UpstreamTool,
} from '../../src/manifest/index.ts';

const packageJson = PackageJson.parse({ name: '@lab/grid', version: '1.2.0' });
const yaml = { formatVersion: 1, kind: 'toolkit', title: 'Grid', summary: 'Scans a grid.' };
const nodeHost = { kind: 'node', entry: 'host/toolkit.mjs' } as const;
const numbers: Json = {
  type: 'object',
  properties: { massGeV: { type: 'number', minimum: 0 } },
  required: ['massGeV'],
  additionalProperties: false,
};

const operation = (more: Record<string, unknown> = {}): OperationDescription =>
  OperationDescription.parse({
    name: 'ScanGrid',
    description: 'Scans a grid of masses in GeV.',
    inputSchema: numbers,
    outputSchema: numbers,
    ...more,
  });

const parts = (
  operations: readonly OperationDescription[],
  source: Record<string, unknown> = {},
  more: Partial<ManifestParts> = {},
): ManifestParts => ({
  packageJson,
  source: ToolkitSource.parse({ ...yaml, host: { kind: 'node', entry: 'src/toolkit.ts' }, ...source }),
  host: nodeHost,
  described: { kind: 'node', operations },
  skills: [],
  environments: {},
  ...more,
});

const wrapped = (tools: readonly Record<string, unknown>[], source: Record<string, unknown> = {}) => {
  const host = { kind: 'mcp', command: 'node', args: ['${toolkit}/server.mjs'] };
  const parsed = ToolkitSource.parse({ ...yaml, host, ...source });
  return freezeManifest({
    ...parts([]),
    source: parsed,
    host: parsed.host,
    described: { kind: 'mcp', tools: tools.map((tool) => UpstreamTool.parse(tool)) },
  });
};

/** Code and message of what freezing throws. */
const refusal = (freeze: () => unknown): string => {
  try {
    freeze();
  } catch (thrown) {
    if (isToolbaseError(thrown)) return `${thrown.code} ${thrown.message}`;
    throw thrown;
  }
  return 'accepted';
};

describe('freezing a node toolkit', () => {
  it('keeps what is declared and derives the annotations', () => {
    const { manifest, warnings } = freezeManifest(
      parts(
        [
          operation({
            title: 'Scan a grid',
            effects: { deterministic: true, typicalMs: 20 },
            maxResultBytes: 8192,
          }),
        ],
        { bundles: { scans: { title: 'Scans', operations: ['ScanGrid'] } } },
      ),
    );
    expect(manifest).toEqual({
      formatVersion: 1,
      kind: 'toolkit',
      name: '@lab/grid',
      version: '1.2.0',
      title: 'Grid',
      summary: 'Scans a grid.',
      host: nodeHost,
      operations: [
        {
          name: 'ScanGrid',
          title: 'Scan a grid',
          description: 'Scans a grid of masses in GeV.',
          inputSchema: {
            type: 'object',
            properties: { massGeV: { type: 'number', minimum: 0, description: 'Minimum: 0.' } },
            required: ['massGeV'],
            additionalProperties: false,
          },
          outputSchema: {
            type: 'object',
            properties: { massGeV: { type: 'number', minimum: 0, description: 'Minimum: 0.' } },
            required: ['massGeV'],
            additionalProperties: false,
          },
          annotations: {
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: false,
          },
          effects: { reads: [], writes: [], deterministic: true, typicalMs: 20 },
          maxResultBytes: 8192,
        },
      ],
      bundles: { scans: { title: 'Scans', operations: ['ScanGrid'] } },
      skills: [],
      settings: {},
      externals: {},
      environments: {},
      toolkitDependencies: {},
    });
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      'no bound on its results, and says so',
      undefined,
      ['declares no maxResultBytes, so its output schema is not served'],
    ],
    ['a bound above 8192 bytes', 8193, []],
  ])('serves no output schema with %s', (_, maxResultBytes, reasons) => {
    const { manifest, warnings } = freezeManifest(parts([operation({ maxResultBytes })]));
    expect(manifest.operations[0]?.outputSchema).toBeUndefined();
    expect(warnings.map((note) => note.reason)).toEqual(reasons);
  });

  it('warns once an operation of all its exclusive bounds', () => {
    const bounded = { type: 'number', exclusiveMinimum: 0 };
    const properties = { a: bounded, b: bounded, c: bounded, d: bounded, e: bounded };
    const inputSchema = { type: 'object', properties, additionalProperties: false };
    const { warnings } = freezeManifest(parts([operation({ inputSchema })]));
    expect(warnings.filter(({ reason }) => reason.startsWith('exclusive bounds'))).toEqual([
      {
        where:
          'operation ScanGrid input /properties/a, /properties/b, /properties/c, /properties/d and 1 more',
        reason: 'exclusive bounds are served as inclusive ones and said in words',
      },
    ]);
  });

  it('serves no output schema that cannot be lowered, and warns', () => {
    const { manifest, warnings } = freezeManifest(
      parts([operation({ maxResultBytes: 100, outputSchema: { type: 'object' } })]),
    );
    expect(manifest.operations[0]?.outputSchema).toBeUndefined();
    expect(warnings.map((note) => note.where)).toEqual(['operation ScanGrid output (root)']);
  });

  it('marks an operation that writes', () => {
    const inputSchema = { type: 'object', properties: { tableFile: { type: 'string' } } };
    const { manifest } = freezeManifest(
      parts([operation({ inputSchema, effects: { writes: ['tableFile'] } })]),
    );
    expect(manifest.operations[0]?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    });
  });

  it('finds declared paths in nested inputs and arrays', () => {
    const inputSchema = {
      type: 'object',
      properties: {
        files: { type: 'array', items: { type: 'string' } },
        grid: { type: 'object', properties: { spectrumFile: { type: 'string' } } },
        count: { type: 'integer' },
      },
    };
    const frozen = (reads: string[]) => () =>
      freezeManifest(parts([operation({ inputSchema, effects: { reads } })]));
    expect(refusal(frozen(['files/*', 'grid/spectrumFile']))).toBe('accepted');
    for (const path of ['file', 'files', 'files/name', 'grid', 'count', 'grid/spectrumFile/x', 'toString'])
      expect(refusal(frozen([path]))).toMatch(/^BAD_MANIFEST/);
  });

  it('names every fault at once, by operation, pointer and reason', () => {
    const open = { type: 'object', properties: { a: {}, b: { type: ['string', 'number'] } } };
    const message = refusal(() =>
      freezeManifest(
        parts([
          operation({ inputSchema: open }),
          operation({ name: 'Other', inputSchema: { type: 'string' } }),
        ]),
      ),
    );
    expect(message).toMatch(/^BAD_SCHEMA @lab\/grid@1\.2\.0/);
    for (const part of [
      'operation ScanGrid input /properties/a',
      'operation ScanGrid input /properties/b',
      'operation Other input (root)',
    ])
      expect(message).toContain(part);
  });

  it.each<[string, () => ManifestParts]>([
    ['two operations of one name', () => parts([operation(), operation()])],
    ['names that differ in case only', () => parts([operation(), operation({ name: 'scangrid' })])],
    ['a name with a double underscore', () => parts([operation({ name: 'Scan__Grid' })])],
    ['a name of 41 characters', () => parts([operation({ name: 'x'.repeat(41) })])],
    ['an empty description', () => parts([operation({ description: ' \n' })])],
    ['a description of 1001 characters', () => parts([operation({ description: 'x'.repeat(1001) })])],
    ['hidden text in a description', () => parts([operation({ description: 'Scan\u200b' })])],
    ['a title of 81 characters', () => parts([operation({ title: 'x'.repeat(81) })])],
    [
      'a bundle naming an unknown operation',
      () => parts([operation()], { bundles: { b: { title: 'B', operations: ['Absent'] } } }),
    ],
    [
      'a bundle naming an operation twice',
      () => parts([operation()], { bundles: { b: { title: 'B', operations: ['ScanGrid', 'ScanGrid'] } } }),
    ],
    ['wrapped tools of a node host', () => parts([operation()], { operations: { x: {} } })],
    ['nothing at all', () => parts([])],
    [
      'a published default of a secret',
      () =>
        parts([operation()], {
          settings: { token: { type: 'string', title: 'Token', sensitive: true, default: 'x' } },
        }),
    ],
    [
      'a setting whose default is out of range',
      () => parts([operation()], { settings: { n: { type: 'number', title: 'N', min: 1, default: 0 } } }),
    ],
    [
      'an external without a valid range',
      () =>
        parts([operation()], { externals: { form: { title: 'FORM', command: 'form', versions: 'new' } } }),
    ],
    [
      'an external without a valid pattern',
      () =>
        parts([operation()], {
          externals: { form: { title: 'FORM', command: 'form', versionPattern: '(' } },
        }),
    ],
    [
      'a dependency on itself',
      () =>
        parts(
          [operation()],
          {},
          {
            packageJson: PackageJson.parse({ ...packageJson, toolkitDependencies: { '@lab/grid': '1' } }),
          },
        ),
    ],
    [
      'a dependency without a range',
      () =>
        parts(
          [operation()],
          {},
          {
            packageJson: PackageJson.parse({ ...packageJson, toolkitDependencies: { other: 'git+x' } }),
          },
        ),
    ],
  ])('refuses %s', (_, of) => {
    expect(refusal(() => freezeManifest(of()))).toMatch(/^BAD_MANIFEST/);
  });
});

describe('freezing a wrapped server', () => {
  const tool = { name: 'scan.grid', description: 'Scans.', inputSchema: numbers };

  it('keeps the server’s name and pins each field it publishes', () => {
    const digest = (field: Json) =>
      `sha256:${createHash('sha256')
        .update(`toolbase-upstream-v1\n${canonicalJson(field)}`)
        .digest('hex')}`;
    const [frozen] = wrapped([tool]).manifest.operations;
    expect(frozen).toMatchObject({
      name: 'scan_grid',
      upstreamName: 'scan.grid',
      upstreamDigests: {
        title: digest(null),
        description: digest('Scans.'),
        inputSchema: digest(numbers),
        outputSchema: digest(null),
        annotations: digest(null),
        icons: digest(null),
      },
    });
  });

  it('takes the cautious hints for a tool of unknown effects, and the server’s own where it has them', () => {
    const hints = (annotations: unknown) =>
      wrapped([{ ...tool, annotations }]).manifest.operations[0]?.annotations;
    const cautious = {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    };
    expect(hints(undefined)).toEqual(cautious);
    expect(hints({ readOnlyHint: true, openWorldHint: 'no' })).toEqual({ ...cautious, readOnlyHint: true });
  });

  it('takes names, texts, effects and limits from the packager', () => {
    const said = {
      'scan.grid': {
        name: 'ScanGrid',
        title: 'Scan',
        description: 'Scans a grid.',
        effects: { deterministic: true },
        maxResultBytes: 500,
      },
      secret: { omit: true },
    };
    const { manifest } = wrapped([tool, { name: 'secret', inputSchema: {} }], { operations: said });
    expect(manifest.operations).toHaveLength(1);
    expect(manifest.operations[0]).toMatchObject({
      name: 'ScanGrid',
      title: 'Scan',
      description: 'Scans a grid.',
      annotations: { readOnlyHint: true, idempotentHint: true },
      maxResultBytes: 500,
    });
  });

  it.each<[string, () => unknown]>([
    ['two tools whose names become one', () => wrapped([tool, { ...tool, name: 'scan-grid' }])],
    ['a tool whose name has no letter', () => wrapped([{ ...tool, name: '___' }])],
    ['a tool without any text', () => wrapped([{ name: 'scan', inputSchema: numbers }])],
    ['words about a tool that does not exist', () => wrapped([tool], { operations: { scan: {} } })],
    [
      'a placeholder that is not declared',
      () => wrapped([tool], { host: { kind: 'mcp', command: 'node', args: ['${setting.token}'] } }),
    ],
    [
      'a secret among the arguments, which every user of a machine can read',
      () =>
        wrapped([tool], {
          settings: { token: { type: 'string', title: 'Token', sensitive: true } },
          host: { kind: 'mcp', command: 'node', args: ['--token=${setting.token}'] },
        }),
    ],
    [
      'an environment that is not declared',
      () => wrapped([tool], { host: { kind: 'mcp', command: '${environment.main}' } }),
    ],
    [
      'an external that is not declared',
      () => wrapped([tool], { host: { kind: 'mcp', command: '${external.python}' } }),
    ],
  ])('refuses %s', (_, freeze) => {
    expect(refusal(freeze)).toMatch(/^BAD_MANIFEST/);
  });
});
