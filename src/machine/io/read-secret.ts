import { stat } from 'node:fs/promises';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import type { SecretSource } from '../secret-source.ts';
import { onlyOwnerReads } from './only-owner-reads.ts';

const SECRET_MAX_BYTES = 64 * 1024;

/** The secret itself, without the line end of its file. @param what names the setting in messages
 * @throws ToolbaseError SETTING_MISSING when it is not there, BAD_SETTINGS when others may read its file; never with the value */
export async function readSecret(
  source: SecretSource,
  what: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  switch (source.kind) {
    case 'plain':
      return source.reveal();
    case 'env': {
      const value = environment[source.variable];
      if (value !== undefined && value !== '') return value;
      throw new ToolbaseError(
        'SETTING_MISSING',
        `${what} is in the variable ${source.variable}, which is not set`,
      );
    }
    case 'file': {
      await refuseShared(source.path, what);
      const value = (await readTextBounded(source.path, SECRET_MAX_BYTES)).replace(/\r?\n$/, '');
      if (value !== '') return value;
      throw new ToolbaseError('SETTING_MISSING', `${what} is in ${source.path}, which is empty`);
    }
  }
}

async function refuseShared(file: string, what: string): Promise<void> {
  try {
    if (onlyOwnerReads(await stat(file))) return;
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES')) throw cause;
    throw new ToolbaseError('SETTING_MISSING', `${what} is in ${file}, which cannot be read`, { cause });
  }
  throw new ToolbaseError('BAD_SETTINGS', `${what} is in ${file}, which others own or may read`, {
    hint: `Make it yours and run \`chmod 600 ${file}\`.`,
  });
}
