import { describe, expect, it } from 'vitest';
import { z as z4 } from 'zod';
import { z } from 'zod3';
import type { Json } from '../../src/kernel/index.ts';
import { lowerSchema } from '../../src/manifest/index.ts';
import { describeOperations } from '../../src/host/io/runner/describe-operations.ts';
import { runOperation } from '../../src/host/io/runner/run-operation.ts';
import type { AnyOperation, OperationContext } from '../../src/manifest/index.ts';
import { defineOperation } from '../../src/toolkit.ts';

const INPUT = z
  .object({
    beam: z.object({ energyGeV: z.number().min(1).describe('Energy in GeV') }).describe('The beam'),
    label: z.string().max(20).optional(),
    bins: z.number().int().default(10),
    mode: z.enum(['fast', 'exact']),
    channel: z.union([z.literal('ee'), z.literal('mumu')]),
    even: z.number().refine((value) => value % 2 === 0, 'must be even'),
  })
  .describe('One run');

const operation = defineOperation({
  name: 'Run',
  description: 'Runs it.',
  input: INPUT,
  output: z.object({ bins: z.number(), said: z.array(z.string()) }),
  // The types of zod 3 carry over: each of these lines is checked by the compiler.
  run: ({ beam, bins, mode, channel, label }) => ({
    bins: bins + beam.energyGeV,
    said: [mode satisfies 'fast' | 'exact', channel, label ?? 'none'],
  }),
});

const described = (one: AnyOperation) => {
  const [found] = (describeOperations([one]) as { operations: { inputSchema: Json; outputSchema: Json }[] })
    .operations;
  return found!;
};
const GOOD = { beam: { energyGeV: 45 }, mode: 'fast', channel: 'ee', even: 2 };
const NO_CONTEXT = () => ({}) as OperationContext;

describe('an operation written with zod 3', () => {
  it('is described with nested, optional, default, enum, union, describe and refine', () => {
    expect(described(operation).inputSchema).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      description: 'One run',
      properties: {
        beam: {
          type: 'object',
          description: 'The beam',
          properties: { energyGeV: { type: 'number', minimum: 1, description: 'Energy in GeV' } },
          required: ['energyGeV'],
          additionalProperties: false,
        },
        label: { type: 'string', maxLength: 20 },
        bins: { type: 'integer', default: 10 },
        mode: { type: 'string', enum: ['fast', 'exact'] },
        channel: { type: 'string', enum: ['ee', 'mumu'] },
        even: { type: 'number' },
      },
      required: ['beam', 'mode', 'channel', 'even'],
      additionalProperties: false,
    });
  });

  it('has schemas that can be served to every client', () => {
    const { inputSchema, outputSchema } = described(operation);
    expect(lowerSchema(inputSchema, 'input')).toMatchObject({ kind: 'lowered' });
    expect(lowerSchema(outputSchema, 'output')).toMatchObject({
      kind: 'lowered',
    });
  });

  it('runs with defaults applied', async () => {
    expect(await runOperation(operation, GOOD, '/', NO_CONTEXT)).toEqual({
      bins: 55,
      said: ['fast', 'ee', 'none'],
    });
  });

  it('names wrong arguments by their pointers, refinements and unions included', async () => {
    const wrong = { ...GOOD, beam: { energyGeV: 0 }, even: 3, channel: 'tautau' };
    await expect(runOperation(operation, wrong, '/', NO_CONTEXT)).rejects.toMatchObject({
      code: 'BAD_ARGUMENTS',
      message:
        'arguments of Run: /beam/energyGeV: Number must be greater than or equal to 1; /channel: Invalid input; /even: must be even',
    });
  });

  it('may have a result of the other zod', async () => {
    const mixed = defineOperation({
      ...operation,
      output: z4.strictObject({ bins: z4.number() }),
      run: () => ({ bins: 1 }),
    });
    expect(described(mixed).outputSchema).toMatchObject({ type: 'object', required: ['bins'] });
    expect(await runOperation(mixed, GOOD, '/', NO_CONTEXT)).toEqual({ bins: 1 });
  });

  it.each([
    ['dates', z.object({ x: z.date() })],
    ['maps', z.object({ x: z.map(z.string(), z.number()) })],
    ['bigints', z.object({ x: z.bigint().optional() })],
  ])('is refused when its input has %s', (what, input) => {
    expect(() => described({ ...operation, input })).toThrow(
      expect.objectContaining({
        code: 'BAD_SCHEMA',
        message: `the input schema of Run: ${what} cannot be represented in JSON Schema`,
      }),
    );
  });

  it('is refused when its result is a transform, and may have one in its input', () => {
    const shape = z.object({ x: z.string().transform((text) => text.length) });
    expect(described({ ...operation, input: shape }).inputSchema).toMatchObject({
      properties: { x: { type: 'string' } },
    });
    expect(() => described({ ...operation, output: shape })).toThrow(
      expect.objectContaining({ code: 'BAD_SCHEMA' }),
    );
  });

  it.each([
    ['zod 4 inside zod 3', z.object({ x: z4.string() as never })],
    ['zod 3 inside zod 4', z4.object({ x: z.string() as never })],
    ['no type at all', z.any()],
    ['no type at all in zod 4', z4.any()],
  ])('is refused, not emptied, with %s', (_what, input) => {
    expect(() => described({ ...operation, input })).toThrow(expect.objectContaining({ code: 'BAD_SCHEMA' }));
  });
});
