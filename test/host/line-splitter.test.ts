import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter } from '../../src/host/line-splitter.ts';

test('lines come out whole however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }).filter((line) => !line.includes('\n'))),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      (lines, cuts) => {
        const stream = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const splitter = createLineSplitter(1_000_000);
        const seen: string[] = [];
        for (let from = 0, at = 0; from < stream.length; at += 1) {
          const size = cuts[at % cuts.length]!;
          for (const line of splitter.push(stream.subarray(from, from + size)) ?? [])
            seen.push(line.toString());
          from += size;
        }
        expect(seen).toEqual(lines);
      },
    ),
  );
});

test('the longest allowed line passes and one byte more does not, ended or not', () => {
  const push = (text: string) => createLineSplitter(4).push(Buffer.from(text))?.map(String);
  expect(push('abcd\n')).toEqual(['abcd']);
  expect(push('abcde\n')).toBeUndefined();
  expect(push('abcde')).toBeUndefined();
  expect(push('ab\nabcd')).toEqual(['ab']);
});

test('after a line that is too long nothing more is taken', () => {
  const splitter = createLineSplitter(4);
  splitter.push(Buffer.from('abcdefgh'));
  expect(splitter.push(Buffer.from('\nok\n'))).toBeUndefined();
});
