import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillJson, fillText, referencesOf } from '../../src/harness/scripted/fill-template.ts';
import type { Json } from '../../src/kernel/index.ts';

const saved = new Map<string, Json>([['w', { width_gev: 2.5, forms: [{ sympy: 'y**2' }], 'a/b': null }]]);

describe('filling a template', () => {
  it('turns a text that is one reference into the value itself', () => {
    expect(fillJson({ width: '${/w/width_gev}', formula: '${/w/forms/0/sympy}' }, saved)).toEqual({
      width: 2.5,
      formula: 'y**2',
    });
    expect(fillJson('${/w/a~1b}', saved)).toBeNull();
    expect(fillJson(['${/w}'], saved)).toEqual([saved.get('w')]);
  });

  it('writes values into a longer text, texts as they are and others as JSON', () => {
    expect(fillText('G = ${/w/width_gev} GeV = ${/w/forms/0/sympy} of ${/w/forms}', saved)).toBe(
      'G = 2.5 GeV = y**2 of [{"sympy":"y**2"}]',
    );
  });

  it('does not read what it filled in as a template again', () => {
    const hostile = new Map<string, Json>([
      ['a', '${/b}'],
      ['b', 'secret'],
    ]);
    expect(fillText('${/a}!', hostile)).toBe('${/b}!');
  });

  it('names a reference that leads nowhere', () => {
    expect(() => fillJson({ x: '${/w/height}' }, saved)).toThrow('${/w/height}');
    expect(() => fillText('${/w/toString}', saved)).toThrow(RangeError);
  });

  it('leaves every value without a reference as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(referencesOf(value).length === 0);
        expect(fillJson(value as Json, new Map())).toEqual(value);
      }),
    );
  });
});
