// Puts one tree in a store as soon as a line comes in on standard input, and says how it ended.
import { once } from 'node:events';
import { openStore } from '../../src/store/io/index.ts';
import { treeDigest } from '../../src/store/index.ts';
import { sampleTree } from './sample-tree.ts';

const store = openStore(process.argv[2] ?? '');
const tree = sampleTree(60);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdout.write(`${await store.put(tree, treeDigest(tree))}\n`);
process.exit(0);
