import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isSystemError } from '../toolbase-error.ts';
import { isRunning } from './is-running.ts';
import { discardFolder } from './temp-folder.ts';

const NAME = /^toolbase-[a-z]+-([0-9a-f]{8})-(\d{1,10})-[A-Za-z0-9]{6}$/;

let swept: string | undefined;

/** Makes a folder for temporary files that this process removes itself. What processes that were killed left behind is
 * removed by the next that makes one.
 * @param what a word for people who look into the folder of temporary files   @returns its real path */
export async function processFolder(what: string): Promise<string> {
  const parent = os.tmpdir();
  const folder = await mkdtemp(path.join(parent, `toolbase-${what}-${placeId()}-${process.pid}-`));
  if (swept !== parent) {
    swept = parent;
    // Nobody waits for it, and what it cannot do stays undone.
    void removeLeftovers(parent).catch(() => undefined);
  }
  return realpath(folder);
}

/** Removes the folders of processes of this user that are gone. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, place, pid] = NAME.exec(name) ?? [];
    if (place !== placeId() || isRunning(Number(pid))) continue;
    const folder = path.join(parent, name);
    const found = await lstat(folder).catch(() => undefined);
    // Where everybody may write, the name may be anybody's, and lead anywhere.
    if (found?.isDirectory() === true && found.uid === process.getuid?.()) await discardFolder(folder);
  }
}

let known: string | undefined;

/** Where process numbers mean the same: one boot of one machine, in one namespace. Folders of temporary files are shared
 * by containers, and on clusters by machines. */
const placeId = (): string =>
  (known ??= createHash('sha256')
    .update(
      [os.hostname(), readIf(() => readFileSync(BOOT, 'utf8')), readIf(() => readlinkSync(SPACE))].join('\n'),
    )
    .digest('hex')
    .slice(0, 8));

const BOOT = '/proc/sys/kernel/random/boot_id';
const SPACE = '/proc/self/ns/pid';

function readIf(read: () => string): string {
  try {
    return read();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'EACCES', 'EPERM', 'ENOTDIR')) return '';
    throw cause;
  }
}
