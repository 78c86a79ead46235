import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integrityOf, sha256 } from '../../src/kernel/index.ts';
import { buildTarball, readTarball, treeDigest, type TreeEntry } from '../../src/store/index.ts';

const entry = (path: string, text: string, mode: TreeEntry['mode'] = 0o644): TreeEntry => ({
  path,
  mode,
  bytes: Buffer.from(text),
});

const LONG = `${'folder-with-a-long-name/'.repeat(6)}${'f'.repeat(60)}.txt`;
const LONGEST_NAME = `${'n'.repeat(180)}.txt`;
const SAMPLE = [
  entry('toolkit.json', '{}\n'),
  entry('bin/run', '#!/bin/sh\n', 0o755),
  entry('empty', ''),
  entry('spectra/\u00e9ta.csv', 'x'),
  entry(LONG, 'long'),
  entry(LONGEST_NAME, 'longest'),
];

describe('a built tarball', () => {
  it('has the same bytes for ever', () => {
    expect(integrityOf(buildTarball(SAMPLE))).toBe(
      'sha512-lRAerjUsUvkodY9sE+kr34JqM5egdW4yNDzGw891zEk8XNgURVJDW3T81/9aTeNYwv3Edkt+Fl8jLacBeiMCMw==',
    );
    expect(sha256(buildTarball([entry('a', 'b')]))).toBe(
      'sha256:e529c5778901edf572d0920e01b8c4034a50f1bc612942d72dfe140a0205d267',
    );
  });

  it('does not depend on the order of its entries', () => {
    expect(Buffer.from(buildTarball([...SAMPLE].reverse())).equals(Buffer.from(buildTarball(SAMPLE)))).toBe(
      true,
    );
  });

  it('reads back as the same tree', () => {
    const read = readTarball(buildTarball(SAMPLE), 'sample');
    expect(read.map(({ path }) => path)).toEqual([
      'bin/run',
      'empty',
      LONG,
      LONGEST_NAME,
      'spectra/\u00e9ta.csv',
      'toolkit.json',
    ]);
    expect(read.find(({ path }) => path === 'bin/run')?.mode).toBe(0o755);
    expect(treeDigest(read)).toBe(treeDigest(SAMPLE));
  });

  it('is listed by the system tar with normalised time, owner and mode', () => {
    const { stdout, status } = spawnSync('tar', ['--numeric-owner', '--utc', '-tvzf', '-'], {
      input: buildTarball(SAMPLE),
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    });
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^-rwxr-xr-x .* 1970-01-01 .*package\/bin\/run$/);
    expect(lines[2]).toContain(`package/${LONG}`);
    expect(lines[3]).toContain(`package/${LONGEST_NAME}`);
  });

  it('reads back as the same tree whatever the contents', () => {
    const part = fc.stringMatching(/^x[a-z0-9\u00e9\u4e2d]{1,30}$/);
    const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
    const entries = fc.uniqueArray(
      fc.record({
        path: path.map((inside) => `${inside}.f`),
        mode: fc.constantFrom<TreeEntry['mode'][]>(0o644, 0o755),
        bytes: fc.uint8Array({ maxLength: 1200 }),
      }),
      { selector: ({ path: inside }) => inside, maxLength: 10 },
    );
    fc.assert(
      fc.property(entries, (tree) => {
        expect(treeDigest(readTarball(buildTarball(tree), 'any'))).toBe(treeDigest(tree));
      }),
    );
  });

  it('is refused for a tree that a file system could not hold', () => {
    expect(() => buildTarball([entry('a', ''), entry('a/b', '')])).toThrow(
      expect.objectContaining({ code: 'BAD_ARCHIVE' }),
    );
    expect(() => buildTarball([entry('../a', '')])).toThrow(expect.objectContaining({ code: 'BAD_ARCHIVE' }));
  });
});
