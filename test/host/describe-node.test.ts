import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeNodeToolkit } from '../../src/host/io/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';

const fixture = (name: string): string => path.join(import.meta.dirname, '../fixtures/hosts', name);

const written = (source: string): string => {
  const file = path.join(tempFolder('describe'), 'entry.mjs');
  writeFileSync(file, source);
  return file;
};

test('a node toolkit is described with its authored schemas, defaults optional in the input', async () => {
  expect(await describeNodeToolkit(fixture('greeter.mjs'))).toEqual([
    {
      name: 'Greet',
      title: 'Greet someone',
      description: 'Makes a greeting, `times` times.',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          name: { type: 'string' },
          times: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
        },
        required: ['name'],
        additionalProperties: false,
      },
      outputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { greeting: { type: 'string' } },
        required: ['greeting'],
        additionalProperties: false,
      },
      effects: { reads: [], writes: [], deterministic: true },
      maxResultBytes: 1000,
    },
  ]);
});

test.each([
  ['exports no toolkit', 'export const other = 1;', 'BAD_MANIFEST'],
  [
    'holds an operation without a schema',
    'export const toolkit = { operations: [{ name: "A" }] };',
    'BAD_MANIFEST',
  ],
  ['throws while it loads', 'throw new Error("no licence");', 'BAD_MANIFEST'],
  ['ends the process while it loads', 'process.exit(9);', 'HOST_FAILED'],
])('a toolkit that %s is refused', async (_what, source, code) => {
  await expect(describeNodeToolkit(written(source))).rejects.toMatchObject({ code });
});

const OPERATION = `name: 'Halve', description: 'Half of x.', input: z.object({ x: z.number() }),
  output: z.object({ y: z.number() }), run: ({ x }) => ({ y: x / 2 })`;
const zod = import.meta.resolve('zod');
const operation = (parts: string): string =>
  `import { z } from ${JSON.stringify(zod)};\nexport const toolkit = { operations: [{ ${parts} }] };`;

test.each([
  ['exports no toolkit', 'export const tools = 1;', 'exports no `toolkit` with operations'],
  [
    'has an operation without a description',
    operation(OPERATION.replace(/description: '[^']*',/, '')),
    'operation Halve: description is missing (a text)',
  ],
  [
    'has an operation whose input is no schema',
    operation(OPERATION.replace(/input: z[^)]*\) \}\)/, 'input: {}')),
    'operation Halve: input must be a zod schema',
  ],
  [
    'has an operation without a name',
    operation(OPERATION.replace("name: 'Halve',", '')),
    'operation 1 of the entry module: name is missing (a text)',
  ],
  [
    'has an operation with a mistyped key',
    operation(`${OPERATION}, maxResultByte: 100`),
    'operation Halve: unknown key "maxResultByte" (did you mean "maxResultBytes"?)',
  ],
  [
    'has an operation with a key of nothing',
    operation(`${OPERATION}, author: 'me'`),
    'operation Halve: unknown key "author" (known: name, title, description, input, output,',
  ],
])('a toolkit that %s is told so', async (_what, source, message) => {
  await expect(describeNodeToolkit(written(source))).rejects.toMatchObject({
    code: 'BAD_MANIFEST',
    message: expect.stringContaining(message) as unknown,
  });
});

test('the error of a host that dies says its exit status and what it last printed', async () => {
  await expect(
    describeNodeToolkit(written('console.error("the licence file is missing"); process.exit(9);')),
  ).rejects.toThrow(/ended with exit status 9; it last printed:\nthe licence file is missing/);
});
