import {
  type Json,
  isToolbaseError,
  jsonEqual,
  parseStrictJson,
  parseWith,
  prettyCanonicalJson,
  quickCheckOf,
  ToolbaseError,
} from '../kernel/index.ts';
import { Lock } from './lock.ts';
import { inconsistencyOf } from './lock-consistency.ts';
import { interfaceDigest, lockDigest } from './lock-digests.ts';

const LOCK_FORMAT_VERSION = 1;

/** Reads the text of a lock file. Any changed byte is refused: the digests cover the contents, and the text must be
 * the canonical one. @param label names the source in messages
 * @throws ToolbaseError LOCK_CONFLICT, LOCK_VERSION, LOCK_DAMAGED */
export function decodeLock(text: string, label: string): Lock {
  if (/^(?:<{7}|\|{7}|={7}|>{7})/m.test(text))
    throw new ToolbaseError('LOCK_CONFLICT', `${label} holds merge-conflict markers`, {
      hint: 'Resolve the loadout, then run `toolbase lock` to build its lock again.',
    });
  const { value, canonical } = asJson(text, label);
  checkFormatVersion(value, label);
  if (!canonical) throw damaged(label, 'the text was edited: it is not in the form that toolbase writes');
  // The digests are taken of the value as it was read: its keys are in canonical order, those of `lock` are not.
  const read = value as unknown as Lock;
  const { lockDigest: stated, ...contents } = read;
  if (stated !== lockDigest(contents)) throw damaged(label, 'lockDigest is not that of its contents');
  const lock = wellFormed(value, label);
  // Their digests would not be those of a lock in which defaults were filled in.
  if (lock !== read && !jsonEqual(lock, value))
    throw damaged(label, 'parts are left out that toolbase writes');
  if (lock.interfaceDigest !== interfaceDigest(read))
    throw damaged(label, 'interfaceDigest is not that of its operations, skills and instructions');
  const fault = inconsistencyOf(lock);
  if (fault !== undefined) throw damaged(label, fault);
  return lock;
}

/** Reads a text that `decodeLock` has taken before. */
export const decodeCheckedLock = (text: string): Lock => JSON.parse(text) as Lock;

/** The value, and whether the text is its canonical form, which neither duplicate keys nor white space survive.
 * Only a text that is not goes through the strict parser, which is slower but says what is wrong. */
function asJson(text: string, label: string): { value: Json; canonical: boolean } {
  try {
    const value = JSON.parse(text) as Json;
    if (!text.includes('"__proto__":') && prettyCanonicalJson(value) === text)
      return { value, canonical: true };
  } catch (cause) {
    // RangeError: nested deeper than the stack. TypeError, Error: what has no canonical form.
    if (!(cause instanceof Error)) throw cause;
  }
  try {
    return { value: parseStrictJson(text, label), canonical: false };
  } catch (cause) {
    throw isToolbaseError(cause) ? damagedBy(cause) : cause;
  }
}

function checkFormatVersion(value: Json, label: string): void {
  const version = isObject(value) ? value['formatVersion'] : undefined;
  if (version === LOCK_FORMAT_VERSION) return;
  throw new ToolbaseError(
    'LOCK_VERSION',
    `${label} has ${version === undefined ? 'no lock format version' : `lock format version ${JSON.stringify(version)}`}; this toolbase reads ${LOCK_FORMAT_VERSION}`,
    { hint: 'Use the toolbase that wrote it, or run `toolbase lock` to build it again.' },
  );
}

const isObject = (value: Json): value is { readonly [key: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLock = quickCheckOf(Lock);

/** Of a large lock, parsing by the format would take most of the time that a server needs to start. */
function wellFormed(value: Json, label: string): Lock {
  try {
    if (isLock(value)) return value;
    return parseWith(Lock, value, label, 'LOCK_DAMAGED');
  } catch (cause) {
    if (cause instanceof RangeError) throw damaged(label, 'it is nested too deep');
    throw isToolbaseError(cause) ? damagedBy(cause) : cause;
  }
}

const HINT = 'Restore it from version control, or run `toolbase lock` to build it again.';

const damaged = (label: string, fault: string): ToolbaseError =>
  new ToolbaseError('LOCK_DAMAGED', `${label}: ${fault}`, { hint: HINT });

const damagedBy = (cause: ToolbaseError): ToolbaseError =>
  new ToolbaseError('LOCK_DAMAGED', cause.message, { hint: HINT, cause });
