import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { terminalText, visibleJson } from '../../../src/cli/render/visible-text.ts';

describe('what is printed', () => {
  it('keeps lines, tabs and letters, and spells out what a terminal obeys or hides', () => {
    expect(terminalText('Källén\tµ\n\u001b[2J\u009b1m\u202e\u200b\r')).toBe(
      'Källén\tµ\n<U+001B>[2J<U+009B>1m<U+202E><U+200B><U+000D>',
    );
  });

  it('as JSON is the same value, with nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = visibleJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(terminalText(text)).toBe(text);
      }),
    );
    expect(visibleJson('\u009b2J \u202e \u{e0041}')).toBe(String.raw`"\u009b2J \u202e \udb40\udc41"`);
  });
});
