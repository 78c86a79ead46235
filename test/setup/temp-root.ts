import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeTree } from './remove-tree.ts';

/** Gives a run of the tests a temporary folder of its own, and removes it with what tests and the programs that they kill
 * leave there. */
export default function tempRoot(): () => void {
  const root = mkdtempSync(path.join(os.tmpdir(), 'toolbase-tests-'));
  // Some tests act as another user.
  chmodSync(root, 0o711);
  process.env['TMPDIR'] = root;
  return () => {
    removeTree(root);
  };
}
