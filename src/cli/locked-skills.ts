import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SkillSource } from '../harness/index.ts';
import { shellWord, ToolbaseError } from '../kernel/index.ts';
import { type Lock, toolkitIn, toolkitsOf } from '../lockfile/index.ts';
import type { Store } from '../store/io/index.ts';

/** The skills of a lock with their files. The toolkits' files are hashed first.
 * @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED */
export async function lockedSkills(lock: Lock, lockFile: string, store: Store): Promise<SkillSource[]> {
  for (const [name, { treeDigest, version }] of Object.entries(toolkitsOf(lock))) {
    if (!(await store.has(treeDigest)))
      throw new ToolbaseError('NOT_INSTALLED', `${name} ${version} is not installed`, {
        hint: `Run \`toolbase install ${shellWord(lockFile)}\`.`,
      });
    await store.verify(treeDigest);
  }
  return Promise.all(
    lock.skills.map(async ({ toolkit, name, path: folder }) => {
      const digest = toolkitIn(lock, toolkit)?.treeDigest;
      if (digest === undefined) throw new Error(`the lock has no ${toolkit}`);
      return { toolkit, name, files: await filesOf(path.join(store.pathOf(digest), folder)) };
    }),
  );
}

async function filesOf(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
  );
}
