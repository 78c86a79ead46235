import { describe, expect, it } from 'vitest';
import { checkModelText } from '../../src/manifest/index.ts';

describe('text for a model', () => {
  it.each(['', 'Width of S → f f̄ in GeV², for θ ≤ π', 'two\nlines\tand a tab', 'naïve', '漢字', '🙂'])(
    'may be %j',
    (text) => {
      expect(checkModelText(text.normalize('NFC'))).toBeUndefined();
    },
  );

  it.each([
    ['NUL', 'a\0', 'U+0000'],
    ['an ANSI escape', '\u001b[31mred', 'U+001B'],
    ['a one-byte control introducer', 'a\u009b31m', 'U+009B'],
    ['a carriage return', 'a\r\nb', 'U+000D'],
    ['a tag character', 'a\u{e0041}', 'U+E0041'],
    ['a zero-width space', 'a\u200bb', 'U+200B'],
    ['a zero-width joiner', 'a\u200db', 'U+200D'],
    ['a right-to-left override', 'a\u202eb', 'U+202E'],
    ['a bidirectional isolate', 'a\u2066b', 'U+2066'],
    ['a variation selector', 'a\ufe0f', 'U+FE0F'],
    ['a supplementary variation selector', 'a\u{e0100}', 'U+E0100'],
    ['a byte order mark', '\ufeffa', 'U+FEFF'],
    ['a soft hyphen', 'a\u00adb', 'U+00AD'],
    ['a line separator', 'a\u2028b', 'U+2028'],
    ['half a surrogate pair', 'a\ud800', 'U+D800'],
  ])('may not hold %s', (_, text, named) => {
    expect(checkModelText(text)).toContain(named);
  });

  it('is in normal form NFC', () => {
    expect(checkModelText('e\u0301')).toContain('NFC');
  });

  it('is at most 1000 characters long unless told otherwise', () => {
    expect(checkModelText('x'.repeat(1000))).toBeUndefined();
    expect(checkModelText('x'.repeat(1001))).toContain('1001');
    expect(checkModelText('x'.repeat(11), 10)).toContain('10');
  });

  it('names the line of the fault', () => {
    expect(checkModelText('a\nb\nc\u200b')).toContain('line 3');
  });
});
