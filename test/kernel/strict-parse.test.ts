import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ErrorReport,
  parseStrictJson,
  parseStrictYaml,
  parseWith,
  reportOf,
} from '../../src/kernel/index.ts';

function faultOf(act: () => unknown): ErrorReport | 'no error' {
  try {
    act();
    return 'no error';
  } catch (thrown) {
    return reportOf(thrown);
  }
}

describe('strict JSON', () => {
  it('parses what JSON.parse parses', () => {
    expect(parseStrictJson('{"a":[1,2,{"b":null}]}', 'x')).toEqual({ a: [1, 2, { b: null }] });
  });

  it.each([
    ['a duplicate key', '{"a":1,\n"a":2}', 'line 2 has the duplicate key "a"'],
    ['a duplicate key in a nested object', '{"x":[{"a":1,"a":2}]}', 'duplicate key "a"'],
    ['a duplicate key written with an escape', '{"a":1,"\\u0061":2}', 'duplicate key "a"'],
    ['a __proto__ key', '{"__proto__":{"polluted":true}}', 'forbidden key "__proto__"'],
    ['a comment', '{"a":1} // x', 'is not JSON'],
    ['a trailing comma', '{"a":1,}', 'is not JSON'],
    ['nothing', '', 'is not JSON'],
    [
      'merge-conflict markers',
      '{\n<<<<<<< HEAD\n"a":1\n=======\n"a":2\n>>>>>>> x\n}',
      'holds merge-conflict markers',
    ],
    ['deep nesting', `${'['.repeat(70)}${']'.repeat(70)}`, 'more than 64 levels'],
  ])('refuses %s', (_what, text, message) => {
    expect(faultOf(() => parseStrictJson(text, 'the file'))).toMatchObject({
      code: 'BAD_JSON',
      message: expect.stringContaining(message) as string,
    });
  });

  it('gives what was written, whatever strings and keys hold, and refuses any key written twice', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 4 }), (value, spaces) => {
        const text = JSON.stringify(value, undefined, spaces);
        const twice = `{"a": ${text}, "b": 1, "a": ${text}}`;
        expect(faultOf(() => parseStrictJson(twice, 'x'))).toMatchObject({ code: 'BAD_JSON' });
        if (!text.includes('"__proto__"')) expect(parseStrictJson(text, 'x')).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    String.raw`{"a\\":1}`,
    String.raw`{"\"":":","b":"\\"}`,
    '["a:","b"]',
    '{"a" \n:\t"x" }',
    '"a"',
    ' null ',
    '1e5',
  ])('takes %s', (text) => expect(parseStrictJson(text, 'x')).toEqual(JSON.parse(text)));

  it('survives a million opening brackets', () => {
    expect(faultOf(() => parseStrictJson('['.repeat(1_000_000), 'x'))).toMatchObject({ code: 'BAD_JSON' });
  });
});

describe('strict YAML', () => {
  const bomb = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n');

  it.each([
    ['duplicate keys', 'a: 1\na: 2\n'],
    ['an unknown tag', 'a: !!js/function "x"\n'],
    ['a __proto__ key', '__proto__: {a: 1}\n'],
    ['an infinite number', 'a: .inf\n'],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['an alias inside its own anchor', 'a: &a {b: *a}\n'],
    ['a list inside itself', 'a: &a [*a]\n'],
    ['a binary tag', 'a: !!binary aGVsbG8=\n'],
    ['a set', 'a: !!set {x, y}\n'],
    ['an ordered map', 'a: !!omap [x: 1]\n'],
    ['an alias bomb', `a0: &a0 [x, x]\n${bomb}\n`],
    ['deep nesting', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    ['deep nesting of lists in one line', `${'- '.repeat(80_000)}\n`],
  ])('refuses %s', (_what, text) => {
    const fault = faultOf(() => parseStrictYaml(text, 'x.yaml'));
    expect(fault).toMatchObject({ code: 'BAD_YAML' });
    expect(JSON.stringify(fault)).not.toMatch(/YAML\.|call stack/);
  });

  it('reads sixty-four levels, and as many names in a line of a flow map', () => {
    const names = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, '- ?']));
    expect(parseStrictYaml(JSON.stringify(names), 'x')).toEqual(names);
    expect(parseStrictYaml(`${'- '.repeat(63)}a: "[[["`, 'x')).toBeDefined();
  });

  it('takes no longer than its length for a line of nothing but faults', () => {
    const timeOf = (faults: number): number => {
      const startedMs = performance.now();
      expect(faultOf(() => parseStrictYaml('&a '.repeat(faults), 'x.yaml'))).toMatchObject({
        code: 'BAD_YAML',
      });
      return performance.now() - startedMs;
    };
    timeOf(1000);
    const shortMs = Math.min(timeOf(5000), timeOf(5000));
    // The square would be 64 times as much.
    expect(timeOf(40_000)).toBeLessThan(24 * shortMs);
  });

  it('shows the place of a fault, and what is around it in a long line', () => {
    const fault = faultOf(() => parseStrictYaml(`a: 1\nb: ${'x'.repeat(100)}: 2\n`, 'x.yaml'));
    expect(fault).toMatchObject({
      message: [
        'x.yaml: Nested mappings are not allowed in compact mappings at line 2, column 4:',
        '',
        `b: ${'x'.repeat(76)}`,
        '   ^',
      ].join('\n'),
    });
    expect(faultOf(() => parseStrictYaml(`a: [${'1, '.repeat(40)}]]\n`, 'x.yaml'))).toMatchObject({
      message: expect.stringMatching(/line 1, column 126:\n\n…(?:1, ){13}\]\]\n {41}\^$/) as string,
    });
  });

  it('says of merge-conflict markers what they are', () => {
    const text = 'a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\n';
    expect(faultOf(() => parseStrictYaml(text, 'x.yaml'))).toMatchObject({
      code: 'BAD_YAML',
      message: 'x.yaml holds merge-conflict markers',
      hint: expect.stringContaining('======= and') as string,
    });
  });

  it('reads YAML 1.2: "no" and dates are text', () => {
    expect(parseStrictYaml('a: no\nb: 2026-01-02\n', 'x')).toEqual({ a: 'no', b: '2026-01-02' });
  });
});

describe('parseWith', () => {
  const Format = z.strictObject({ toolkits: z.record(z.string(), z.strictObject({ version: z.string() })) });

  it('names every fault by its pointer', () => {
    const value = { toolkits: { a: { version: '1', x: 2 } }, y: 1 };
    expect(faultOf(() => parseWith(Format, value, 'l.yaml', 'BAD_LOADOUT'))).toEqual({
      code: 'BAD_LOADOUT',
      message: 'l.yaml: /toolkits/a: unknown key "x"; (document): unknown key "y"',
    });
  });

  it('says to quote a version that YAML read as a number', () => {
    const value = { toolkits: { a: { version: 1.1 } } };
    expect(faultOf(() => parseWith(Format, value, 'l.yaml', 'BAD_LOADOUT'))).toMatchObject({
      hint: 'Quote /toolkits/a/version: YAML reads an unquoted 1.10 as the number 1.1.',
    });
  });
});
