import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditPackage } from '../../src/workflow/audit-package.ts';
import { file } from './packed-toolkit.ts';

const machine = { homeDir: '/srv/people/ann', hostName: 'orion-7' };
const audit = (path: string, text: string) => auditPackage([file(path, text)], machine);

// Put together here, so that this file is no finding itself.
const glued = (...parts: string[]): string => parts.join('');

describe('a secret in a package is found by', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const github = glued('gh', 'p_0123456789abcdefghijABCDEFGHIJ012345');

  it.each<[string, string, number]>([
    ['a private key', `# notes\n\n${pem}`, 3],
    ['a private key that is cut', glued('x\n-----BEGIN ', 'RSA PRIVATE KEY-----\nMII'), 2],
    ['a private key inside JSON', JSON.stringify({ private_key: pem }), 1],
    ['a GitHub token', `const t = '${github}';\n`, 1],
    ['an npm token', glued('a\nb\nnpm', '_0123456789abcdefghijABCDEFGHIJ012345'), 3],
    ['an AWS key', glued('key = AKIA', 'Q3EGRRTYUIOPASDF'), 1],
    ['an OpenAI key', glued('\n\nkey: sk-pr', `oj-${'aB3_'.repeat(12)}`), 3],
    ['a Google API key', glued('AIz', `a${'Sy9-x'.repeat(7)}`), 1],
    ['a PyPI token', glued('pyp', `i-AgEIcHlwaS5vcmc${'aB3_'.repeat(16)}`), 1],
    ['a token of .npmrc', glued('//r.example/:_auth', 'Token=abcdefgh12'), 1],
    ['a password in an address', glued('postgres://u:', 'hunter2@db.example/x'), 1],
  ])('its contents: %s', async (_, text, line) => {
    const found = await audit('src/notes.txt', text);
    expect(found).toContainEqual({
      path: 'src/notes.txt',
      kind: 'secret',
      what: expect.stringMatching(/^an? /) as string,
      line,
    });
    for (const secret of [pem.split('\n')[1]!, github, 'hunter2', 'abcdefgh12'])
      expect(JSON.stringify(found)).not.toContain(secret);
  });

  it('its contents in UTF-16', async () => {
    const bytes = Buffer.from(`\ufeffa\ntoken=${github}\n`, 'utf16le');
    const found = await auditPackage([{ path: 'notes.txt', mode: 0o644, bytes }], machine);
    expect(found).toMatchObject([{ kind: 'secret', what: 'a GitHub Token', line: 2 }]);
  });

  it('its contents in a binary file', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 255, 254, 0x80]), Buffer.from(`\n${github}\n`)]);
    const found = await auditPackage([{ path: 'model.bin', mode: 0o644, bytes }], machine);
    expect(found.map(({ kind }) => kind)).toContain('secret');
  });

  it.each(['.env', 'config/.env.local', 'keys/id_rsa', 'server.pem', 'a.KEY', '.npmrc', 'credentials.json'])(
    'its name: %s',
    async (path) => {
      expect(await audit(path, 'x')).toEqual([
        { path, kind: 'secret', what: 'has the name of a file that holds credentials' },
      ]);
    },
  );

  it.each(['//r.example/:_authToken=${LAB_TOKEN}', 'export const key = "sk";', 'monkey.key = "A"', ''])(
    'no mistake: %s',
    async (text) => expect(await audit('src/a.js', text)).toEqual([]),
  );
});

describe('what names a machine or its user is found:', () => {
  it.each<[string, string, number]>([
    ['names your home folder', 'a\nb /srv/people/ann/data', 2],
    ['names your home folder', '"/srv/people/ann"', 1],
    ['names this machine', 'ran on orion-7.', 1],
    ["names a user's home folder", 'x\n\n"/home/bob/x.dat"', 3],
    ["names a user's home folder", '/Users/bob/x', 1],
    ["names a user's home folder", String.raw`'C:\\Users\\bob\\x'`, 1],
  ])('%s in %j', async (what, text, line) => {
    expect(await audit('README.md', text)).toEqual([{ path: 'README.md', kind: 'private', what, line }]);
  });

  it.each(['/srv/people/anna/x', 'an orion-77', '/srv/people', 'https://x.example/home/bob/y'])(
    'not in %j',
    async (text) => expect(await audit('README.md', text)).toEqual([]),
  );
});

it('a file over 1 MB is found', async () => {
  expect(await audit('table.csv', 'x'.repeat(1_000_000))).toEqual([]);
  expect(await audit('table.csv', 'x'.repeat(1_000_001))).toEqual([
    { path: 'table.csv', kind: 'large', what: 'has 1000001 bytes' },
  ]);
});
