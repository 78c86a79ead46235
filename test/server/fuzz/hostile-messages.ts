import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

const CORPUS = readFileSync(path.join(import.meta.dirname, '../../fixtures/fuzz/corpus.jsonl'), 'utf8').split(
  '\n',
);

const METHODS = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'prompts/list'],
  ...['prompts/get', 'completion/complete', 'logging/setLevel', 'server/discover', 'skills/list', 'x'],
  ...['notifications/initialized', 'notifications/cancelled', 'notifications/progress', '__proto__', ''],
];

/** A message of the right shape with anything in its places. */
const shaped = fc
  .record(
    {
      jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, fc.jsonValue()),
      id: fc.oneof(fc.nat(50), fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 })),
      method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, fc.jsonValue({ maxDepth: 1 })),
      params: fc.oneof(
        fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
        fc.record({
          name: fc.constantFrom('greeter__Greet', 'x', ''),
          arguments: fc.jsonValue({ maxDepth: 3 }),
        }),
      ),
    },
    { requiredKeys: [] },
  )
  .map((message) => JSON.stringify(message));

/** A line of the corpus with pieces cut out, doubled, or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...CORPUS),
    fc.array(fc.tuple(fc.nat(400), fc.nat(20), fc.string({ unit: 'binary', maxLength: 6 }), fc.nat(2)), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([line, edits]) =>
    edits.reduce((text, [at, length, piece, kind]) => edit(text, at, length, piece, kind), line),
  );

function edit(text: string, at: number, length: number, piece: string, kind: number): string {
  const from = text.length === 0 ? 0 : at % text.length;
  if (kind === 0) return text.slice(0, from) + text.slice(from + length);
  if (kind === 1) return text.slice(0, from) + piece + text.slice(from + length);
  return text.slice(0, from) + text.slice(from, from + length) + text.slice(from);
}

/** A number that became another kind of thing, deep nesting, long texts. */
const odd = fc.oneof(
  fc.nat(2000).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc
    .nat(2000)
    .map(
      (depth) =>
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
    ),
  fc.nat(100_000).map((length) => `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(length)}"}`),
);

const hostile = fc.oneof(
  { weight: 40, arbitrary: shaped },
  { weight: 40, arbitrary: mutated },
  { weight: 18, arbitrary: fc.constantFrom(...CORPUS) },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: odd },
);

/** Messages that a server should survive, one a line: the same for the same seed. */
export const hostileMessages = (count: number, seed: number): string[] =>
  fc.sample(hostile, { numRuns: count, seed }).map((text) => text.replaceAll(/[\r\n]/g, ' '));
