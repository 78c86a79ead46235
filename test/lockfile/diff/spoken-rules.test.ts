import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/kernel/index.ts';
import { compareSchemas } from '../../../src/lockfile/diff/compare-schemas.ts';
import { rateFinding } from '../../../src/lockfile/diff/rate-finding.ts';
import { acceptanceOf } from '../../../src/lockfile/diff/schema-finding.ts';
import { lowerSchema, type PortableSchema } from '../../../src/manifest/index.ts';

/** The served schema of one property, as an author writes it. */
function served(property: Json): PortableSchema {
  const lowered = lowerSchema({ type: 'object', properties: { x: property } }, 'input');
  if (!('schema' in lowered)) throw new Error('it cannot be lowered');
  return lowered.schema;
}

const text = (rules: Record<string, Json>) => ({ type: 'string', description: 'A name.', ...rules });
const number = (rules: Record<string, Json>) => ({ type: 'number', ...rules });
const list = (rules: Record<string, Json>) => ({ type: 'array', items: { type: 'string' }, ...rules });

describe('what an operation checks beyond its served schema counts, and makes an input', () => {
  it.each([
    ['narrower: a new pattern', text({}), text({ pattern: '^[a-z]+$' }), 'narrowed', 'major'],
    ['wider: a pattern that goes', text({ pattern: '^a$' }), text({}), 'widened', 'minor'],
    ['another: a pattern', text({ pattern: '^[a-z]+$' }), text({ pattern: '^[ab]$' }), 'both', 'major'],
    [
      'another: a pattern with a backtick',
      text({ pattern: 'a`. b' }),
      text({ pattern: 'a`. c' }),
      'both',
      'major',
    ],
    ['narrower: a new format', text({}), text({ format: 'email' }), 'narrowed', 'major'],
    ['another: a format', text({ format: 'email' }), text({ format: 'uri' }), 'both', 'major'],
    [
      'narrower: a bound that is open now',
      number({ minimum: 0 }),
      number({ exclusiveMinimum: 0 }),
      'narrowed',
      'major',
    ],
    [
      'wider: an open bound that moves out',
      number({ exclusiveMinimum: 1e-7 }),
      number({ exclusiveMinimum: 0 }),
      'widened',
      'minor',
    ],
    [
      'wider: an open bound below a closed one',
      number({ minimum: 1 }),
      number({ exclusiveMinimum: 0 }),
      'widened',
      'minor',
    ],
    [
      'narrower: an open upper bound that moves in',
      number({ exclusiveMaximum: 2 }),
      number({ exclusiveMaximum: 1 }),
      'narrowed',
      'major',
    ],
    ['narrower: a new step', number({}), number({ multipleOf: 5 }), 'narrowed', 'major'],
    ['another: a step', number({ multipleOf: 5 }), number({ multipleOf: 3 }), 'both', 'major'],
    [
      'narrower: a shorter list of numbers',
      number({ enum: [1, 2, 4, 8] }),
      number({ enum: [1, 4, 8] }),
      'narrowed',
      'major',
    ],
    [
      'wider: a longer list of numbers',
      number({ enum: [1, 8] }),
      number({ enum: [1, 2, 8] }),
      'widened',
      'minor',
    ],
    ['narrower: distinct items', list({}), list({ uniqueItems: true }), 'narrowed', 'major'],
    ['narrower: true alone', { type: 'boolean' }, { type: 'boolean', enum: [true] }, 'narrowed', 'major'],
    [
      'the same: other words',
      text({ pattern: '^a$' }),
      { ...text({ pattern: '^a$' }), description: 'Names.' },
      'same',
      'patch',
    ],
  ])('%s', (_what, before, after, acceptance, level) => {
    const findings = compareSchemas(served(before), served(after));
    expect(acceptanceOf(findings)).toBe(acceptance);
    const levels = findings.map((finding) => rateFinding(finding, 'input').level);
    expect(levels.includes('major') ? 'major' : levels.includes('minor') ? 'minor' : 'patch').toBe(level);
    const opposite = { narrowed: 'widened', widened: 'narrowed', both: 'both', same: 'same' }[acceptance];
    expect(acceptanceOf(compareSchemas(served(after), served(before)))).toBe(opposite);
  });
});
