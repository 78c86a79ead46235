import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapLines, wrapProse } from '../../../src/cli/render/wrap-lines.ts';

test('a long line is broken at words and continued deeper', () => {
  expect(wrapLines(['  the quick brown fox jumps over the dog'], 24)).toEqual([
    '  the quick brown fox',
    '    jumps over the dog',
  ]);
});

test('each piece of a quoted text keeps its mark', () => {
  expect(wrapLines(['  + the quick brown fox jumps over'], 24)).toEqual([
    '  + the quick brown fox',
    '  + jumps over',
  ]);
});

test('a word that is too long is broken', () => {
  expect(wrapLines(['| aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'], 20)).toEqual([
    '| aaaaaaaaaaaaaaaaaa',
    '| aaaaaaaaaaaa',
  ]);
});

test('no line is wider than asked, and no character but a space at a break is lost', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 24, max: 80 }), (text, width) => {
      const flat = text.replaceAll('\n', ' ');
      const pieces = wrapLines([`    | ${flat}`], width);
      expect(pieces.every((piece) => piece.length <= width)).toBe(true);
      const back = pieces.map((piece) => piece.slice(6)).join('');
      expect(back.replaceAll(' ', '')).toBe(flat.replaceAll(' ', ''));
    }),
  );
});

test('prose is broken at words, deeper than it begins, and a long word stays whole', () => {
  expect(wrapProse('the quick brown fox jumps', 12)).toBe('the quick\n  brown fox\n  jumps');
  expect(wrapProse('  see /a/path/that/is/much/longer for it', 12)).toBe(
    '  see\n    /a/path/that/is/much/longer\n    for it',
  );
  expect(wrapProse('', 12)).toBe('');
});
