import { expect, it } from 'vitest';
import { ExternalDeclaration, SettingDeclaration } from '../../src/manifest/settings-declaration.ts';

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

it.each([
  ['an escape', 'Form\u001b[31m'],
  ['a control character of eight bits', 'Form\u009b31m'],
  ['a change of direction', 'Form\u202e'],
  ['a second line', 'Form\nx.lock can run here'],
])('words about an external or a setting do not hold %s', (_what, words) => {
  const external = { title: 'Form', command: 'sh' };
  expect(ExternalDeclaration.safeParse(external).success).toBe(true);
  for (const bad of [{ title: words }, { versions: `>=1 ${words}` }, { install: { apt: words } }])
    expect(ExternalDeclaration.safeParse({ ...external, ...bad }).success).toBe(false);
  expect(SettingDeclaration.safeParse({ type: 'string', title: words }).success).toBe(false);
});
