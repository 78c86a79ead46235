import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseStrictYaml } from '../../../src/kernel/index.ts';
import { lowerSchema, ToolkitSource } from '../../../src/manifest/index.ts';
import { toolkit } from '../src/toolkit.ts';
import { VERSION } from '../src/version.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

test('toolkit.yaml is sound, and its bundles name every operation', () => {
  const source = ToolkitSource.parse(parseStrictYaml(read('toolkit.yaml'), 'toolkit.yaml'));
  const bundled = Object.values(source.bundles).flatMap(({ operations }) => operations);
  expect(bundled.toSorted()).toEqual(toolkit.operations.map(({ name }) => name).toSorted());
});

test('every operation can be called by every client', () => {
  for (const { name, description, input } of toolkit.operations) {
    expect(description.length, name).toBeLessThanOrEqual(1000);
    const inputSchema = lowerSchema(z.toJSONSchema(input, { io: 'input' }) as never, 'input');
    expect(inputSchema, name).toMatchObject({ kind: 'lowered', warnings: [] });
  }
});

test('every result has a schema that can be served to every client', () => {
  for (const { name, output, maxResultBytes } of toolkit.operations) {
    const outputSchema = lowerSchema(z.toJSONSchema(output, { io: 'output' }) as never, 'output');
    expect(outputSchema, name).toMatchObject({ kind: 'lowered' });
    // It answers with a row for each mass and parent, at times more than is served at once.
    if (name !== 'ProductionSpectrum') expect(maxResultBytes, name).toBeLessThanOrEqual(8192);
  }
});

test('results name the version of the package', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  expect(VERSION).toBe(version);
});
