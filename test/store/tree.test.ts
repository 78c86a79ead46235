import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subtree, treeDigest, type TreeEntry } from '../../src/store/index.ts';

const file = (path: string, text: string, mode: TreeEntry['mode'] = 0o644): TreeEntry => ({
  path,
  mode,
  bytes: Buffer.from(text),
});

describe('the tree digest', () => {
  it('is the sha256 of the listing, as coreutils computes it', () => {
    const entries = [
      file('\u{1f600}', ''),
      file('\uff0b', 'hello\n'),
      file('a/run.sh', '#!/bin/sh\n', 0o755),
      file('a-b', ''),
      file('B.txt', 'hello\n'),
    ];
    expect(treeDigest(entries)).toBe(
      'sha256:16b77fe47680a5c7f8c0c881104ed3faf196aee0364a36f1485e4d9cc5d12872',
    );
  });

  it('of nothing is the sha256 of the first line', () => {
    expect(treeDigest([])).toBe('sha256:2c9a5a70474189c812a8974a7b787e70aa1445c89d17866ecd651e1a44a9d42f');
  });

  it('does not depend on the order of the entries, and changes with path, mode and contents', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}(\/[a-z]{1,4})?$/), {
      minLength: 1,
      maxLength: 8,
    });
    const permuted = names.chain((paths) =>
      fc.tuple(fc.constant(paths), fc.shuffledSubarray(paths, { minLength: paths.length })),
    );
    const sample = (paths: string[]) => paths.map((path) => file(path, path.toUpperCase()));
    fc.assert(
      fc.property(permuted, ([paths, others]) => {
        const entries = sample(paths);
        const shuffled = sample(others);
        const [first, ...rest] = entries;
        const digest = treeDigest(entries);
        expect(treeDigest(shuffled)).toBe(digest);
        expect(treeDigest([{ ...first!, mode: 0o755 }, ...rest])).not.toBe(digest);
        expect(treeDigest([file(first!.path, 'other'), ...rest])).not.toBe(digest);
        expect(treeDigest([file(`${first!.path}.x`, first!.path.toUpperCase()), ...rest])).not.toBe(digest);
      }),
    );
  });

  it('of a folder sees the folder as a tree of its own', () => {
    const all = [file('skills/fit/SKILL.md', 'x'), file('skills/fit2/SKILL.md', 'y'), file('skills', 'z')];
    expect(subtree(all, 'skills/fit')).toEqual([file('SKILL.md', 'x')]);
  });
});
