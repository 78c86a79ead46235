import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { skillEntry } from '@modelcontextprotocol/server/ext/skills';
import { isAbsent, ToolbaseError } from '../../kernel/index.ts';
import { readBounded, readTextBounded } from '../../kernel/io/index.ts';
import { containReadPath } from '../../host/io/index.ts';
import { type LockedSkill, toolkitIn } from '../../lockfile/index.ts';
import { openStore } from '../../store/io/index.ts';
import {
  CALL_LOG_URI,
  mimeTypeOf,
  type ResourceContent,
  SKILL_BASE,
  skillPath,
  workspaceFileOf,
} from '../resources.ts';
import type { Materials, Skill } from './materials.ts';
import type { SessionParts } from './session.ts';

const READ_MAX_BYTES = 4 * 1024 * 1024;

/** @param produced whether an operation of this session wrote a file of the workspace */
export function createMaterials(
  { lock, storeDir, workspace, callLogFile }: SessionParts,
  produced: (file: string) => boolean,
): Materials {
  const store = openStore(storeDir);
  const verified = new Map<string, Promise<void>>();
  const folderOf = async (skill: LockedSkill): Promise<string> => {
    const treeDigest = toolkitIn(lock, skill.toolkit)?.treeDigest;
    if (treeDigest === undefined)
      throw new ToolbaseError('LOCK_DAMAGED', `the lock names no toolkit ${skill.toolkit}`);
    const checking = verified.get(treeDigest) ?? store.verify(treeDigest).then(() => undefined);
    verified.set(treeDigest, checking);
    await checking;
    return path.join(store.pathOf(treeDigest), skill.path);
  };
  const entryOf = async (skill: LockedSkill): Promise<Skill> => {
    const folder = await folderOf(skill);
    const files: Record<string, Uint8Array> = {};
    for (const file of await filesOf(folder))
      files[file] = await readBounded(path.join(folder, file), READ_MAX_BYTES);
    return skillEntry(skillPath(skill), files, { baseUri: SKILL_BASE });
  };
  let skills: Promise<readonly Skill[]> | undefined;

  const readSkill = async (uri: string): Promise<ResourceContent | undefined> => {
    for (const skill of lock.skills) {
      const base = `${SKILL_BASE}${skillPath(skill)}/`;
      if (!uri.startsWith(base)) continue;
      const folder = await folderOf(skill);
      const file = uri.slice(base.length);
      // A name out of the folder's own list: nothing of an address becomes a path.
      if (!(await filesOf(folder)).includes(file)) continue;
      return contentOf(uri, file, await readBounded(path.join(folder, file), READ_MAX_BYTES));
    }
    return undefined;
  };

  return {
    read: async (uri) => {
      if (uri === CALL_LOG_URI) return contentOf(uri, 'calls.jsonl', await bytesOrNone(callLogFile));
      if (uri.startsWith(SKILL_BASE)) return readSkill(uri);
      const file = workspaceFileOf(uri);
      if (file === undefined || !produced(file)) return undefined;
      const { absolute } = containReadPath(workspace, file);
      return contentOf(uri, file, await readBounded(absolute, READ_MAX_BYTES));
    },
    skillText: async (skill, file) => readTextBounded(path.join(await folderOf(skill), file), READ_MAX_BYTES),
    skills: () => (skills ??= Promise.all(lock.skills.map(entryOf))),
  };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** No call was made yet when there is no log. */
async function bytesOrNone(file: string): Promise<Buffer> {
  try {
    return await readBounded(file, READ_MAX_BYTES);
  } catch (cause) {
    if (isAbsent(cause)) return Buffer.alloc(0);
    throw cause;
  }
}

function contentOf(uri: string, file: string, bytes: Buffer): ResourceContent {
  const mimeType = mimeTypeOf(file);
  try {
    return { uri, mimeType, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { uri, mimeType, blob: bytes.toString('base64') };
  }
}
