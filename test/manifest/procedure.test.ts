import { expect, test } from 'vitest';
import { digestOf } from '../../src/kernel/index.ts';
import { filledProcedure, readSkill } from '../../src/manifest/index.ts';

const SKILL = '---\nname: grids\ndescription: How to use grids.\n---\nText.\n';

const header = (lines: string[], body = 'Use {{grid}}.') => ['---', ...lines, '---', body, ''].join('\n');
const GOOD = header(['description: Refines.', 'arguments:', '  grid: { description: The grid }']);

const skill = (text: string, file = 'skills/grids/procedures/refine.md') =>
  readSkill({
    folder: 'skills/grids',
    text: SKILL,
    otherTexts: [{ path: file, text }],
    digest: digestOf('test', text),
  });

test('a text in the folder procedures of a skill is a procedure', () => {
  expect(skill(GOOD).procedures).toEqual([
    { name: 'refine', description: 'Refines.', arguments: [{ name: 'grid', description: 'The grid' }] },
  ]);
});

test('texts elsewhere are none, and a skill without procedures has no such key', () => {
  for (const file of [
    'skills/grids/refine.md',
    'skills/grids/procedures/old/refine.md',
    'skills/grids/notes/procedures/refine.md',
  ])
    expect(skill('no front matter', file)).not.toHaveProperty('procedures');
});

test.each([
  ['no front matter', 'Use it.', 'does not begin with front matter'],
  ['no text', header(['description: Refines.'], ''), 'must hold a text'],
  ['no description', header(['title: Refine'], 'Text.'), 'description'],
  ['an unknown key', header(['description: Refines.', 'model: best'], 'Text.'), 'model'],
  ['a place that is not declared', header(['description: Refines.']), 'uses {{grid}}'],
  ['an argument without a place', GOOD.replace('{{grid}}', 'it'), 'declares the argument grid'],
  [
    'a default that is none of the values',
    GOOD.replace('The grid }', 'The grid, values: [a], default: b }'),
    'a default that is none',
  ],
  ['an argument of another name', GOOD.replaceAll('grid', 'Grid'), 'lower-case'],
  ['hidden text', GOOD.replace('The grid', '"The \\u200b grid"'), 'U+200B'],
])('%s is refused by the name of the file', (_what, text, why) => {
  const call = () => skill(text);
  expect(call).toThrow('skills/grids/procedures/refine.md');
  expect(call).toThrow(why);
});

test('a file whose name is no name is refused', () => {
  expect(() => skill(GOOD, 'skills/grids/procedures/Re fine.md')).toThrow('Re fine.md');
});

test('what is given stands in its places, and is never a place itself', () => {
  const text = header(['description: D.'], '{{a}} and {{b}}, {{a}}, {{ a }}, {{constructor}}');
  const given = new Map([
    ['a', '{{b}}'],
    ['b', '$&'],
  ]);
  expect(filledProcedure(text, given)).toBe('{{b}} and $&, {{b}}, {{ a }}, {{constructor}}');
});
