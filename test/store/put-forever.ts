// Puts and removes one tree in a store until it is killed. Arguments: the store's folder.
import { openStore } from '../../src/store/io/index.ts';
import { treeDigest } from '../../src/store/index.ts';
import { sampleTree } from './sample-tree.ts';

const store = openStore(process.argv[2] ?? '');
const tree = sampleTree(60);
process.stdout.write('ready\n');
for (;;) {
  await store.put(tree, treeDigest(tree));
  await store.remove(treeDigest(tree));
}
