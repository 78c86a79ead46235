import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, digestOf, type Json, prettyCanonicalJson, sha256 } from '../../src/kernel/index.ts';

describe('canonical JSON', () => {
  it('gives the bytes of the example in RFC 8785 section 3.2.3', () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    ) as Json;
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys by UTF-16 code units (RFC 8785 section 3.2.3, sorting example)', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    );
  });

  it('refuses what JSON cannot carry', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow();
    expect(() => canonicalJson({ a: Number.POSITIVE_INFINITY })).toThrow();
    expect(() => canonicalJson({ a: '\ud800' })).toThrow();
  });

  it('does not depend on the order in which keys were added', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer()), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(object));
      }),
    );
  });

  it('has an indented form with the same order', () => {
    const value = { b: [1, { d: null, c: 'x' }], a: true };
    expect(prettyCanonicalJson(value)).toBe(
      '{\n  "a": true,\n  "b": [\n    1,\n    {\n      "c": "x",\n      "d": null\n    }\n  ]\n}\n',
    );
  });

  it('has an indented form in which integer-like keys stay in their place', () => {
    expect(prettyCanonicalJson({ '9': 1, '10': [], a: {} })).toBe(
      '{\n  "10": [],\n  "9": 1,\n  "a": {}\n}\n',
    );
  });

  it('has an indented form that is its canonical form with white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        fc.pre(!/"(?:0|[1-9]\d*)":/.test(JSON.stringify(value)));
        const canonical = canonicalJson(value);
        expect(prettyCanonicalJson(value)).toBe(`${JSON.stringify(JSON.parse(canonical), null, 2)}\n`);
      }),
    );
  });

  it('separates digests of equal values by domain', () => {
    expect(sha256('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(digestOf('a', {})).not.toBe(digestOf('b', {}));
    expect(digestOf('a', {})).toBe(sha256('a\n{}'));
  });
});
