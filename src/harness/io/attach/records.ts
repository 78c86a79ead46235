import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, isAbsent, prettyCanonicalJson } from '../../../kernel/index.ts';
import {
  atomicWrite,
  makeFolder,
  notWritable,
  readTextBounded,
  withFileLock,
} from '../../../kernel/io/index.ts';
import { type Attachment, decodeAttachment, recordName } from '../../attach/attachment.ts';

const RECORD_MAX_BYTES = 4 * 1024 * 1024;

/** What was attached from this machine, a file a server. */
export interface AttachmentRecords {
  find(file: string, name: string): Promise<Attachment | undefined>;
  all(): Promise<Attachment[]>;
  save(attachment: Attachment): Promise<void>;
  drop(attachment: Pick<Attachment, 'file' | 'name'>): Promise<void>;
  /** Runs `act` while no other process of this user attaches or detaches: of two at once, one would take back what the other
   * has just written. @throws ToolbaseError NOT_WRITABLE */
  alone<T>(act: () => Promise<T>): Promise<T>;
}

/** @param folder `attachments` in the user's state, made when something is saved */
export function openAttachmentRecords(folder: string): AttachmentRecords {
  const read = async (name: string): Promise<Attachment | undefined> => {
    const file = path.join(folder, name);
    try {
      return decodeAttachment(await readTextBounded(file, RECORD_MAX_BYTES), file);
    } catch (cause) {
      if (isAbsent(cause)) return undefined;
      throw cause;
    }
  };
  return {
    find: (file, name) => read(recordName(file, name)),
    async all() {
      const names = await namesIn(folder);
      const found = await Promise.all(names.map(read));
      return found.filter((attachment) => attachment !== undefined);
    },
    async save(attachment) {
      await makeOwn(folder);
      const file = path.join(folder, recordName(attachment.file, attachment.name));
      await atomicWrite(file, prettyCanonicalJson(attachment), { mode: 0o600 });
    },
    async alone(act) {
      await makeOwn(folder);
      return withFileLock(path.join(folder, 'records'), act);
    },
    async drop({ file, name }) {
      try {
        await unlink(path.join(folder, recordName(file, name)));
      } catch (cause) {
        if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause;
      }
    },
  };
}

async function makeOwn(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
  } catch (cause) {
    throw notWritable(folder, cause);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[0-9a-f]{32}\.json$/.test(name)).sort();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}
