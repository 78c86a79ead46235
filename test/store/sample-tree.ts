import type { TreeEntry } from '../../src/store/index.ts';

/** A tree of `count` files in several folders, one of them executable. */
export const sampleTree = (count: number): TreeEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    path: index === 0 ? 'bin/run' : `data/part-${index % 7}/file-${index}.txt`,
    mode: index === 0 ? 0o755 : 0o644,
    bytes: Buffer.from(`contents of file ${index}\n`.repeat(index)),
  }));
