import { expect, it } from 'vitest';
import { ExternalDeclaration } from '../../src/manifest/settings-declaration.ts';

const isDeclared = (versionArgs: readonly string[]): boolean =>
  ExternalDeclaration.safeParse({ title: 'A program', command: 'sh', versionArgs }).success;

it.each([['--version'], ['-version'], ['version'], ['-v'], ['-V'], ['-dumpversion']])(
  'an external is asked for its version by %s',
  (word) => expect(isDeclared([word])).toBe(true),
);

it.each([
  ['a command of a shell', ['-c', 'touch owned']],
  ['an option and a word', ['-c', 'reboot']],
  ['nothing, which starts the program', []],
  ['another word', ['clean']],
  ['another option', ['-r']],
  ['two', ['-v', '-v']],
  ['a line break', ['-v\n']],
])('an external is run with no other words: %s', (_what, words) => expect(isDeclared(words)).toBe(false));
