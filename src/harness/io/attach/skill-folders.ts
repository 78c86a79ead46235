import { chmod, readdir, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, isSystemError, sha256, ToolbaseError } from '../../../kernel/index.ts';
import { atomicWrite, notWritable, readBounded } from '../../../kernel/io/index.ts';
import type { Attachment, SkillCopy } from '../../attach/attachment.ts';
import { fileDigests, type PlannedSkill } from '../../attach/skill-copies.ts';

const SKILL_FILE_MAX_BYTES = 64 * 1024 * 1024;

/** Says what would be copied, and makes sure that nobody's own folder or edit would be overwritten.
 * @param owned what attach wrote before, from any attachment
 * @throws ToolbaseError ALREADY_EXISTS */
export async function planCopies(
  skillsDir: string,
  skills: readonly PlannedSkill[],
  owned: readonly SkillCopy[],
  { force }: { force: boolean },
): Promise<SkillCopy[]> {
  const copies = skills.map(({ folderName, files }) => ({
    folder: path.join(skillsDir, folderName),
    files: fileDigests(files),
  }));
  if (force) return copies;
  for (const copy of copies) {
    const known = owned.filter(({ folder }) => folder === copy.folder);
    for (const file of await filesUnder(copy.folder)) {
      const found = await digestOf(path.join(copy.folder, file));
      if (![copy, ...known].some(({ files }) => Object.hasOwn(files, file) && files[file] === found))
        throw new ToolbaseError(
          'ALREADY_EXISTS',
          `${path.join(copy.folder, file)} is not as attach wrote it`,
          {
            hint: 'Move it away, or use --force to replace it. Nothing was written.',
          },
        );
    }
  }
  return copies;
}

/** Writes the files of the skills, and removes those of earlier copies that are no longer in them. */
export async function writeCopies(
  copies: readonly SkillCopy[],
  skills: readonly PlannedSkill[],
  earlier: readonly SkillCopy[],
): Promise<void> {
  for (const [index, { folder }] of copies.entries())
    for (const [file, bytes] of skills[index]?.files ?? []) {
      await atomicWrite(path.join(folder, file), bytes);
      await chmod(path.join(folder, file), 0o644);
    }
  const kept = new Set(
    copies.flatMap(({ folder, files }) => Object.keys(files).map((f) => path.join(folder, f))),
  );
  for (const copy of earlier) await removeCopy(copy, kept);
}

/** Removes the copies that no other attachment has, file by file: what was edited since stays.
 * @returns the files that stay */
export async function removeCopies(
  copies: readonly SkillCopy[],
  others: readonly Attachment[],
): Promise<string[]> {
  const shared = new Set(others.flatMap(({ skills }) => skills.map(({ folder }) => folder)));
  const stay: string[] = [];
  for (const copy of copies) if (!shared.has(copy.folder)) stay.push(...(await removeCopy(copy, new Set())));
  return stay;
}

async function removeCopy({ folder, files }: SkillCopy, kept: ReadonlySet<string>): Promise<string[]> {
  const stay: string[] = [];
  for (const [name, digest] of Object.entries(files)) {
    const file = path.join(folder, name);
    if (kept.has(file)) continue;
    const found = await digestOf(file);
    if (found === undefined) continue;
    if (found !== digest) stay.push(file);
    else await removeFile(file);
  }
  await removeEmpty(folder);
  return stay;
}

async function removeFile(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

async function removeEmpty(folder: string): Promise<void> {
  const entries = await entriesOf(folder);
  for (const entry of entries) if (entry.isDirectory()) await removeEmpty(path.join(folder, entry.name));
  try {
    await rmdir(folder);
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw notWritable(folder, cause);
  }
}

async function filesUnder(folder: string, prefix = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(path.join(folder, prefix))) {
    const name = path.posix.join(prefix, entry.name);
    if (entry.isDirectory()) found.push(...(await filesUnder(folder, name)));
    else found.push(name);
  }
  return found;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}

async function digestOf(file: string): Promise<Digest | undefined> {
  try {
    return sha256(await readBounded(file, SKILL_FILE_MAX_BYTES));
  } catch {
    return undefined;
  }
}
