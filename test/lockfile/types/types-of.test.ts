import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typesOf } from '../../../src/lockfile/index.ts';
import { sampleOperation } from '../sample-manifest.ts';
import { codeOf, compileTypescript } from './compile-typescript.ts';
import { missingPython, runPython } from './python.ts';
import { lockWith, operations, withTexts } from './typed-lock.ts';

const lock = lockWith(operations);

/** Texts that end a comment or a string, direct a compiler, or read otherwise than they are. */
const HOSTILE = [
  '*/ export const leaked = 1; /*',
  '"""\nimport os\nos.abort()\n"""',
  "'''",
  'ends with a quote "',
  'ends with a backslash \\',
  '\\"""',
  '\\N{BULLET} \\u002a/ \\x2a/',
  '"""" four',
  '@ts-expect-error',
  'first\n@ts-expect-error',
  '@deprecated never',
  '{@link https://example.org}',
  '# -*- coding: utf-16 -*-',
  '\u202e gnihton \u2066',
  'line\u2028separator\u0085next\rreturn\u0000null\u000cfeed',
  '\ud800 lone',
  '\t',
  '   ',
  '${leaked} `x`',
  '/// <reference path="/etc/passwd" />',
];
const hostileText = fc.string({
  unit: fc.constantFrom(...'"\'\\*/\n@{}#a\t\r\u0000\u2028\u202e`$ '.split('')),
  maxLength: 12,
});

const AWKWARD_KEYS = [
  ...['class', 'from', 'None', 'match', 'type', '_', '__private', 'a-b', 'a.b', 'A.b'],
  ...['str', 'list', 'Literal', 'NotRequired', 'Operation', 'new', 'get', 'readonly'],
];
const awkward = (key: string) => ({
  inputSchema: {
    type: 'object',
    properties: {
      [key]: { type: 'object', properties: { [key]: { type: 'string' } }, additionalProperties: false },
      other: { type: 'array', items: { type: 'string', enum: ['x'] } },
    },
    required: [key],
    additionalProperties: false,
  },
});

describe('types of the locked operations', () => {
  it.each(['typescript', 'python'] as const)('are the golden %s text', async (language) => {
    await expect(typesOf(lock, language)).toMatchFileSnapshot(
      `../../golden/lockfile/types/${language === 'python' ? 'grid.py' : 'grid.ts'}.txt`,
    );
  });

  it('are the same bytes from the same lock, whatever the order of its keys', () => {
    const backwards = structuredClone(lock);
    backwards.operations = Object.fromEntries(Object.entries(lock.operations).reverse());
    for (const language of ['typescript', 'python'] as const) {
      expect(typesOf(backwards, language)).toBe(typesOf(lock, language));
      expect(typesOf(JSON.parse(JSON.stringify(lock)) as typeof lock, language)).toBe(
        typesOf(lock, language),
      );
    }
  });

  it('are distinct for operations whose names differ by an underscore only', () => {
    const text = typesOf(lockWith([sampleOperation('ab_C'), sampleOperation('abC')]), 'typescript');
    expect(text).toContain('grid__abC: { input: GridAbCInput; output: unknown }');
    expect(text).toContain('grid__ab_C: { input: GridAbCInput_2; output: unknown }');
    expect(compileTypescript({ 'types.ts': text })).toEqual([]);
  });
});

describe('the TypeScript types', () => {
  it('take what the schemas take and nothing else', () => {
    const use = `import type { Operations, OperationName } from './types.ts';
      const name: OperationName = 'grid__Width';
      const given: Operations['grid__Spectrum']['input'] = {
        channel: 'e "e"', points: [{ x: 1, tags: ['a'] }], 'cut.pt-min': 2, from: '2026-01-01T00:00:00Z' };
      const got = (result: Operations['grid__Spectrum']['output']): number | undefined =>
        result.bins[0]?.count ?? result.meta?.seed;
      const nothing: Required<Operations['grid__Spectrum']['output']>['empty'] = {};
      // @ts-expect-error a closed object without properties takes none
      const something: Required<Operations['grid__Spectrum']['output']>['empty'] = { a: 1 };
      const unknownResult = (result: Operations['grid__Width']['output']): unknown => result;
      // @ts-expect-error a property is missing
      const missing: Operations['grid__Width']['input'] = { mode: 'tree' };
      // @ts-expect-error no such choice
      const choice: Operations['grid__Width']['input'] = { mass_gev: 1, mode: 'two-loop' };
      // @ts-expect-error no such property
      const extra: Operations['grid__Width']['input'] = { mass_gev: 1, mas_gev: 1 };
      // @ts-expect-error no such operation
      const other: OperationName = 'grid__Widht';
      export { name, given, got, nothing, something, unknownResult, missing, choice, extra, other };`;
    expect(compileTypescript({ 'types.ts': typesOf(lock, 'typescript'), 'use.ts': use })).toEqual([]);
  });

  it('compile with any property name', () => {
    const modules = AWKWARD_KEYS.map((key, at) => [
      `t${at}.ts`,
      typesOf(lockWith([sampleOperation('X', awkward(key))]), 'typescript'),
    ]);
    expect(compileTypescript(Object.fromEntries(modules) as Record<string, string>)).toEqual([]);
  });

  it('compile whatever the descriptions say', () => {
    const modules = HOSTILE.map((text, at) => [`t${at}.ts`, typesOf(withTexts(lock, text), 'typescript')]);
    expect(compileTypescript(Object.fromEntries(modules) as Record<string, string>)).toEqual([]);
  });

  it('have the same code whatever the descriptions say', () => {
    const code = codeOf(typesOf(lock, 'typescript'));
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.constantFrom(...HOSTILE)), (text) => {
        expect(codeOf(typesOf(withTexts(lock, text), 'typescript'))).toBe(code);
      }),
    );
  });

  it('hold no invisible character', () => {
    for (const text of HOSTILE)
      for (const language of ['typescript', 'python'] as const)
        expect(typesOf(withTexts(lock, text), language)).not.toMatch(
          /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        );
  });
});

// Compiles each module, and gives its code without docstrings and the docstring of its first type.
const PYTHON_CODES = `
import ast, json, sys, os, py_compile, tempfile
out = []
for text in json.load(sys.stdin):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'types_of_lock.py')
        with open(path, 'w', encoding='utf-8', errors='surrogatepass', newline='') as file:
            file.write(text)
        py_compile.compile(path, doraise=True)
        with open(path, 'rb') as file:
            tree = ast.parse(file.read())
    docs = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.ClassDef, ast.Module)):
            docs += [s.value.value for s in node.body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)]
            node.body = [s for s in node.body if not isinstance(s, ast.Expr)]
    out.append({'code': ast.dump(tree), 'docs': docs})
json.dump(out, sys.stdout)
`;
interface PythonCode {
  readonly code: string;
  readonly docs: readonly string[];
}

// Runs each module and shows what Python makes of its types.
const PYTHON_KEYS = `
import json, sys
from typing import get_type_hints
out = []
for text in json.load(sys.stdin):
    scope = {'__name__': 'types_of_lock'}
    exec(compile(text, 'types_of_lock.py', 'exec'), scope)
    out.append({name: {'required': sorted(t.__required_keys__), 'optional': sorted(t.__optional_keys__),
                  'hints': {k: str(h) for k, h in get_type_hints(t).items()}}
           for name, t in scope.items() if hasattr(t, '__required_keys__')})
json.dump(out, sys.stdout)
`;

describe('the Python types', () => {
  /** Skips with the reason where Python is missing, except where externals are promised. */
  const needPython = (skip: (reason: string) => void) => {
    if (missingPython === undefined) return;
    if (process.env['TOOLBASE_REQUIRE_EXTERNALS'] === '1') throw new Error(missingPython);
    skip(missingPython);
  };

  it('know which keys are required, and of which type', ({ skip }) => {
    needPython(skip);
    const types = runPython(PYTHON_KEYS, [typesOf(lock, 'python')]);
    expect(types).toMatchObject([
      {
        GridSpectrumInput: {
          required: ['channel', 'points'],
          optional: ['cut.pt-min', 'from', 'label', 'n_bins', 'smear'],
          hints: {
            label: "<class 'str'>",
            channel: "typing.Literal['mu mu', 'e \"e\"', '\u03b3\u03b3']",
          },
        },
        GridSpectrumInputPointsItem: { required: ['x'], optional: ['tags'] },
        GridSpectrumOutputBinsItem: { hints: { low_gev: "<class 'float'>", count: "<class 'int'>" } },
        GridSpectrumOutputEmpty: { required: [], optional: [] },
        Operations: { required: ['grid__Spectrum', 'grid__Width'], optional: [] },
      },
    ]);
  });

  it('compile with any property and operation name', ({ skip }) => {
    needPython(skip);
    const ofKeys = AWKWARD_KEYS.map((key) =>
      typesOf(lockWith([sampleOperation('X', awkward(key))]), 'python'),
    );
    const ofNames = typesOf(
      lockWith(
        ['None', 'class', 'str', 'Operation'].map((name) => sampleOperation(name)),
        '',
      ),
      'python',
    );
    expect(runPython(PYTHON_CODES, [...ofKeys, ofNames])).toHaveLength(AWKWARD_KEYS.length + 1);
    expect(runPython(PYTHON_KEYS, [...ofKeys, ofNames])).toMatchObject([
      ...AWKWARD_KEYS.map((key) => ({ GridXInput: { required: [key], optional: ['other'] } })),
      { Operations: { required: ['None', 'Operation', 'class', 'str'] } },
    ]);
  });

  it('have the same code whatever the descriptions say, and say them', ({ skip }) => {
    needPython(skip);
    const texts = [...HOSTILE, ...fc.sample(hostileText, 300)];
    const [plain, ...others] = runPython(PYTHON_CODES, [
      typesOf(withTexts(lock, 'Plain.'), 'python'),
      ...texts.map((text) => typesOf(withTexts(lock, text), 'python')),
    ]) as PythonCode[];
    for (const [at, { code, docs }] of others.entries()) {
      expect([texts[at], code]).toEqual([texts[at], plain?.code]);
      const text = texts[at] ?? '';
      if (text.trim() !== '') expect(docs.map(unindented)).toContain(shown(text));
    }
  });
});

/** A text as a docstring shows it: no spaces at line ends, invisible characters spelled out. */
const shown = (text: string) =>
  unindented(
    text
      .replaceAll(
        /[\u0000\u000c\u000d\u0085\u2028\u202e\u2066]/g,
        (c) => `<U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
      )
      .replaceAll('\ud800', '<U+D800>'),
  );
const unindented = (text: string) => text.replaceAll(/^[ \t]+|[ \t]+$/gm, '').trim();
