import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { isToolbaseError } from '../../src/kernel/index.ts';
import type { ToolObject } from '../../src/lockfile/index.ts';
import { AJV_OPTIONS, createSchemaChecker, type JsonObject } from '../../src/server/schema-checker.ts';

const point = {
  type: 'object',
  properties: { x: { type: 'number' }, y: { type: 'number' } },
  required: ['x', 'y'],
  additionalProperties: false,
};
const tool = {
  name: 'grid__Width',
  inputSchema: {
    type: 'object',
    properties: { at: point, label: { type: 'string' } },
    required: ['at'],
    additionalProperties: false,
  },
} as unknown as ToolObject;

const ajv = new Ajv(AJV_OPTIONS);
const checker = createSchemaChecker({ forArguments: ajv, forResults: ajv });

function refusal(args: JsonObject): [message: string, hint: string | undefined] {
  try {
    checker.checkArguments(tool, args);
  } catch (thrown) {
    if (isToolbaseError(thrown)) return [thrown.message, thrown.hint];
    throw thrown;
  }
  throw new Error('the arguments were taken');
}

describe('arguments that do not fit', () => {
  it('are told with all that the operation takes, once, where one of its own is wrong', () => {
    expect(refusal({ lable: 'a' })).toEqual([
      'grid__Width: at is missing (an object with x, y); lable is not known: did you mean "label"?',
      'It takes at, label.',
    ]);
  });

  it('are told without that where only what lies in one of them is', () => {
    expect(refusal({ at: { x: 1, depth: 2 } })).toEqual([
      'grid__Width: at/y is missing (a number); at/depth is not known (known: x, y)',
      undefined,
    ]);
  });
});
