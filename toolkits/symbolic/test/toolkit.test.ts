import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseStrictYaml } from '../../../src/kernel/index.ts';
import { lowerSchema, ToolkitSource } from '../../../src/manifest/index.ts';
import { lintSchemaSize } from '../../../src/manifest/lint/lint-schema-size.ts';
import { collide } from '../src/compute-cross-section.ts';
import { decayRate } from '../src/compute-decay-rate.ts';
import { CollisionInput } from '../src/process-input.ts';
import { toolkit } from '../src/toolkit.ts';
import { VERSION } from '../src/version.ts';
import { sToFF, withValues } from './diagrams.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

test('toolkit.yaml is sound and its bundles name operations that exist', () => {
  const source = ToolkitSource.parse(parseStrictYaml(read('toolkit.yaml'), 'toolkit.yaml'));
  const names = toolkit.operations.map(({ name }) => name);
  for (const bundle of Object.values(source.bundles))
    for (const operation of bundle.operations) expect(names).toContain(operation);
});

test('every operation can be served to every client', () => {
  for (const { name, description, input, output, maxResultBytes } of toolkit.operations) {
    expect(description.length, name).toBeLessThanOrEqual(1000);
    const inputSchema = lowerSchema(z.toJSONSchema(input, { io: 'input' }) as never, 'input');
    expect(inputSchema, name).toMatchObject({ kind: 'lowered', warnings: [] });
    expect(JSON.stringify(inputSchema).length, name).toBeLessThanOrEqual(16_000);
    if (inputSchema.kind === 'lowered') expect(lintSchemaSize(inputSchema.schema as never, name)).toEqual([]);
    expect(maxResultBytes, name).toBe(8192);
    expect(lowerSchema(z.toJSONSchema(output, { io: 'output' }) as never, 'output').kind, name).toBe(
      'lowered',
    );
  }
});

test('every input field is described', () => {
  const undescribed: string[] = [];
  const Node = z.object({
    description: z.string().optional(),
    properties: z.record(z.string(), z.unknown()).optional(),
    items: z.unknown().optional(),
  });
  const visit = (json: unknown, at: string): void => {
    const { description, properties, items } = Node.parse(json);
    if (at !== '' && !at.endsWith('/*') && description === undefined) undescribed.push(at);
    for (const [key, child] of Object.entries(properties ?? {})) visit(child, `${at}/${key}`);
    if (items !== undefined) visit(items, `${at}/*`);
  };
  for (const { input } of toolkit.operations) visit(z.toJSONSchema(input, { io: 'input' }), '');
  expect(undescribed).toEqual([]);
});

test('results name the version of the package', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  expect(VERSION).toBe(version);
  const result = decayRate(withValues(sToFF({ '1': 'y' }), { y: 0.87, mS: 1240, mf: 320 }));
  expect(result.engine).toContain(version);
});

test('the worked example of the documentation gives what it says', () => {
  const page = readFileSync(path.join(root, '../../docs/formats/declared-diagram.md'), 'utf8');
  const [input, output] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text]) => JSON.parse(text!) as unknown,
  );
  const operation = toolkit.operations[0]!;
  expect(toTwelveDigits(decayRate(operation.input.parse(input) as never))).toEqual(toTwelveDigits(output));
});

test('the collision of the documentation has the cross section that it says', () => {
  const page = readFileSync(path.join(root, '../../docs/formats/declared-diagram.md'), 'utf8');
  const [, text] = /```jsonc\n([\s\S]*?)```/.exec(page)!;
  const { cross_section_pb: sigma } = collide(CollisionInput.parse(JSON.parse(text!)));
  expect(sigma).toBeCloseTo(854953.374, 3);
});

/** The last digits of a double may differ between machines. */
const toTwelveDigits = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, leaf: unknown) =>
    key === 'relative_difference'
      ? 'rounding'
      : typeof leaf === 'number'
        ? Number(leaf.toPrecision(12))
        : leaf,
  );
