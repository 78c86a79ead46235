import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSettings } from '../../src/machine/index.ts';
import { editSettings } from '../../src/machine/edit-settings.ts';

const KEYS = ['toolkits', '@lab/grid', 'settings', 'label'] as const;
const labelIn = (text: string): unknown =>
  Object.entries(decodeSettings(text, 'x').toolkits).find(([name]) => name === '@lab/grid')?.[1].settings[
    'label'
  ];
const BEFORE = `# mine
formatVersion: 1
registries: { lab: { directory: /lab } } # the lab

toolkits:
  other:
    settings: { n: 1 } # one
`;

describe('a change of a settings file', () => {
  it('is read back as it was given, whatever the text, and leaves the rest as it was written', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => text.isWellFormed()),
          fc.constantFrom(
            '...',
            '---',
            '- a',
            '1.10',
            'true',
            'null',
            '~',
            '',
            'a: b',
            '# x',
            '[bold]',
            "'",
            '"',
            '*n',
            '&n',
            '!t',
            '0x10',
            ' a ',
            'a\nb\n',
          ),
          fc.boolean(),
          fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
        ),
        (value) => {
          const after = editSettings(BEFORE, { keys: [...KEYS], value }, 'x');
          expect(labelIn(after)).toEqual(value);
          expect(after.startsWith(BEFORE)).toBe(true);
          expect(editSettings(after, { keys: [...KEYS], value: undefined }, 'x')).toBe(BEFORE);
        },
      ),
    );
  });

  it('that changes nothing leaves the very bytes, however they are laid out', () => {
    const text = 'formatVersion:   1\ntoolkits: {"@lab/grid":   {settings: {label:   x}}}\n';
    expect(editSettings(text, { keys: [...KEYS], value: 'x' }, 'x')).toBe(text);
    expect(editSettings(text, { keys: ['toolkits', 'none', 'settings', 'a'], value: undefined }, 'x')).toBe(
      text,
    );
  });
});
