import { expect, test } from 'vitest';
import { cleanText } from '../../src/host/index.ts';
import { hostFailed } from '../../src/host/host-end.ts';
import { operationFailure } from '../../src/host/operation-failure.ts';
import { ToolbaseError } from '../../src/kernel/index.ts';

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['a window title', '\u001b]0;owned\u0007text', 'text'],
  ['a carriage return and a backspace', 'safe\r\u0008evil', 'safeevil'],
  ['a bidirectional override', 'a\u202eb', 'ab'],
  ['zero-width characters', 'a\u200bb\u2060c', 'abc'],
  ['tag characters', 'a\u{e0041}\u{e0042}b', 'ab'],
  ['C1 controls', 'a\u009bb', 'ab'],
])('%s are taken out of a text', (_what, text, clean) => {
  expect(cleanText(text, 100)).toBe(clean);
});

test('line feeds, tabs and letters of any language stay', () => {
  expect(cleanText('Γ(S → f f̄)\n\tµ = 3 𝛼', 100)).toBe('Γ(S → f f̄)\n\tµ = 3 𝛼');
});

test('a long text is cut between characters and says so', () => {
  expect(cleanText('x'.repeat(1000), 10)).toBe('xxxxxxxx …');
  expect(cleanText('𝛼'.repeat(1000), 11).isWellFormed()).toBe(true);
});

test.each([
  ['/home/ann/.ssh/id_rsa is closed', '(a path outside the workspace) is closed'],
  ["open '/etc/passwd'", "open '(a path outside the workspace)'"],
  ['at file:///opt/lib/x.js', 'at (a path outside the workspace)'],
  ['read /ws/in/data.txt', 'read in/data.txt'],
  ['read /ws', 'read .'],
  ['the ratio a/b/c of (x)/y', 'the ratio a/b/c of (x)/y'],
])('in the message of an unknown error, %j becomes %j', (said, told) => {
  expect(operationFailure(new Error(said), '/ws')).toEqual({ code: 'OPERATION_FAILED', message: told });
});

test("an author's own error keeps its JSON pointers", () => {
  const error = new ToolbaseError('BAD_ARGUMENTS', '/vertices/0/y must be real', {
    hint: 'See /ws/help.md.',
  });
  expect(operationFailure(error, '/ws')).toEqual({
    code: 'BAD_ARGUMENTS',
    message: '/vertices/0/y must be real',
    hint: 'See help.md.',
  });
});

test.each([[undefined], [null], ['text'], [42], [{ message: 'no error' }]])(
  'something thrown that is no error (%j) is told in some words',
  (thrown) => {
    expect(operationFailure(thrown, '/ws')).toMatchObject({ code: 'OPERATION_FAILED' });
  },
);

test('the end of a host is told with its last five lines and without stack frames', () => {
  const logs = [
    '1',
    '2',
    '3',
    'Error: no licence',
    '    at run (file:///opt/x.js:1:1)',
    '4',
    '',
    '5',
    'Node.js v20.1.0',
  ];
  expect(hostFailed('grid', { kind: 'exited', status: 7 }, logs, '/ws').message).toBe(
    'the host of grid ended with exit status 7; it last printed:\n2\n3\nError: no licence\n4\n5',
  );
  expect(hostFailed('grid', { kind: 'signalled', signal: 'SIGSEGV' }, [], '/ws').message).toBe(
    'the host of grid was ended by SIGSEGV',
  );
});
