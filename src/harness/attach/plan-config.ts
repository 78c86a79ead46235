import { type Digest, type Json, ToolbaseError } from '../../kernel/index.ts';
import type { Attachable } from './attachable.ts';
import { type Attachment, entryDigest } from './attachment.ts';
import { insertValue, readConfig, removeValue, valueOf } from './config-text.ts';
import { REMOVED_MAX, type Splice, spliceOf, undoSplice } from './splice.ts';

/** A configuration file as it is, and what this program wrote into it before. */
export interface ConfigState {
  /** Absolute. */
  readonly file: string;
  /** Undefined when there is no file. */
  readonly text: string | undefined;
  readonly attachment: Attachment | undefined;
}

/** What the file shall be, and how to undo that. `text` is undefined when the file shall go. */
export interface AttachPlan {
  readonly text: string;
  readonly created: boolean;
  readonly splice: Splice;
}

type Harness = Pick<Attachable, 'title' | 'format' | 'serversAt' | 'refuses'>;

/** Plans the entry of a server. An entry of an earlier attach is replaced; anybody else's only when forced, and then comes
 * back on detach.
 * @throws ToolbaseError ALREADY_EXISTS for a server of that name that is not ours or was edited since; UNSUPPORTED for a
 * file that cannot be read or edited */
export function planAttach(
  harness: Harness,
  state: ConfigState,
  name: string,
  entry: Record<string, Json>,
  { force }: { force: boolean },
): AttachPlan {
  const { file } = state;
  const base = planDetach(harness, state, name, { force });
  const keys = [...harness.serversAt, name];
  const table = readConfig(harness.format, base ?? '', file);
  const reason = harness.refuses?.(table as Json);
  if (reason !== undefined) throw new ToolbaseError('UNSUPPORTED', `${file}: ${reason}`);
  const taken = valueOf(table, keys, file) !== undefined;
  if (taken && !force && state.attachment === undefined)
    throw new ToolbaseError(
      'ALREADY_EXISTS',
      `${file} has a server ${name} that was not attached from here`,
      {
        hint: 'Choose another --name, or --force to replace it: detach brings it back.',
      },
    );
  const cleared = taken ? removeValue(harness.format, base ?? '', keys, file) : (base ?? '');
  const text = insertValue(harness.format, cleared, keys, entry, file);
  const splice = spliceOf(base ?? '', text);
  if (splice.removed.length > REMOVED_MAX)
    throw new ToolbaseError('UNSUPPORTED', `${file} is too large to be laid out on several lines`, {
      hint: 'Nothing was written. Write the table that holds the servers on lines of its own.',
    });
  return { text, created: base === undefined, splice };
}

/** The file's text without what an earlier attach wrote: to the byte when nothing else was changed since, otherwise
 * with the entry taken out. Undefined when the file would be one that only attach had made.
 * @throws ToolbaseError USAGE when the entry was edited since and it is not forced */
export function planDetach(
  harness: Harness,
  { file, text, attachment }: ConfigState,
  name: string,
  { force }: { force: boolean },
): string | undefined {
  if (text === undefined || attachment === undefined) return text;
  const before = undoSplice(text, attachment.splice);
  if (before !== undefined) return attachment.created ? undefined : before;
  const keys = [...harness.serversAt, name];
  const found = valueOf(readConfig(harness.format, text, file), keys, file);
  if (found === undefined) return text;
  if (!force && !isDigestOf(found, attachment.entryDigest))
    throw new ToolbaseError('USAGE', `the server ${name} in ${file} was edited since it was attached`, {
      hint: 'Use --force to discard that edit.',
    });
  return removeValue(harness.format, text, keys, file);
}

const isDigestOf = (found: unknown, digest: Digest): boolean => {
  try {
    return entryDigest(asJson(found)) === digest;
  } catch {
    return false;
  }
};

/** TOML parsers give some integers as bigint. */
const asJson = (value: unknown): Json =>
  JSON.parse(
    JSON.stringify(value, (_key, child: unknown) => (typeof child === 'bigint' ? Number(child) : child)),
  ) as Json;
