import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../../src/workflow/wrap/split-command.ts';

describe('a command line', () => {
  it.each([
    ['npx -y @scope/server /data', ['npx', '-y', '@scope/server', '/data']],
    ['  node\t"my server.js"   \'a b\' ', ['node', 'my server.js', 'a b']],
    [
      String.raw`python3 a\ b.py "say \"hi\"" "back\\slash \n"`,
      ['python3', 'a b.py', 'say "hi"', 'back\\slash \\n'],
    ],
    [`node a.js ''`, ['node', 'a.js', '']],
    ['node a"b"\'c\'d', ['node', 'abcd']],
    [
      'node s.js ${workspace} --db=${workspace}/m.json',
      ['node', 's.js', '${workspace}', '--db=${workspace}/m.json'],
    ],
    [`node s.js '$HOME;|' "a & b"`, ['node', 's.js', '$HOME;|', 'a & b']],
    ['node größe.js *', ['node', 'größe.js', '*']],
  ])('%s is split as a shell would', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  it.each([
    'node a.js; rm -rf x',
    'node a.js | tee log',
    'node a.js && true',
    'node $(cat x)',
    'node `cat x`',
    'node $HOME/a.js',
    'node a.js > log',
    'node "a',
    "node 'a",
    'node a\\',
    '',
    '  ',
  ])('%j is refused, since only a shell could run it', (line) => {
    expect(() => splitCommand(line)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  it('gives back any words that were quoted for a shell', () => {
    const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (words) => {
        expect(splitCommand(words.map(quoted).join(' '))).toEqual(words);
      }),
    );
  });
});
