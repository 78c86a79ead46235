import { readdir } from 'node:fs/promises';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';

/** What begins the names of what a campaign leaves in its folder, of files half written too. */
const OWN = /^(?:campaign\.json|local\.json|runner\.json|summary\.|trials$|objects$|running$|quarantine$|\.)/;
const SHOWN = 3;

/** Keeps the records of a campaign out of a folder of something else, such as one's home.
 * @throws ToolbaseError ALREADY_EXISTS for a folder that holds something else and no campaign, NOT_WRITABLE for a file */
export async function checkRecordFolder(out: string): Promise<void> {
  const names = await namesIn(out);
  const others = names.filter((name) => !OWN.test(name)).sort();
  if (others.length === 0 || names.includes('campaign.json')) return;
  const more = others.length > SHOWN ? ', …' : '';
  throw new ToolbaseError(
    'ALREADY_EXISTS',
    `${out} holds no campaign but other files (${others.slice(0, SHOWN).join(', ')}${more})`,
    { hint: 'Name a folder that is new or empty. Nothing was written.' },
  );
}

async function namesIn(out: string): Promise<string[]> {
  try {
    return await readdir(out);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return [];
    if (!isSystemError(cause, 'ENOTDIR')) throw cause;
    throw new ToolbaseError('NOT_WRITABLE', `${out} is, or leads through, a file, and a folder is needed`, {
      hint: 'Name a folder that is new or empty.',
      cause,
    });
  }
}
