import { isMap, parseDocument } from 'yaml';
import { canonicalJson, type Json, ToolbaseError } from '../kernel/index.ts';
import { decodeSettings, type SettingValue } from './settings.ts';

const EMPTY = 'formatVersion: 1\n';

/** One change of a settings file: the keys that lead to a value, and the value; undefined takes it out. */
export interface SettingsEdit {
  readonly keys: readonly [string, ...string[]];
  readonly value: SettingValue | undefined;
}

/** The text of a settings file after a change. Comments, order and everything else stay as they are written; maps that a
 * removal leaves empty go.
 * @param before undefined when there is no file yet   @param label names the file in messages
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS for a file that is broken already, or that cannot be changed in one place */
export function editSettings(before: string | undefined, edit: SettingsEdit, label: string): string {
  const text = before ?? EMPTY;
  const read = decodeSettings(text, label);
  const document = parseDocument(text);
  if (document.getIn(edit.keys) === edit.value) return text;
  try {
    if (edit.value === undefined) removeIn(document, edit.keys);
    else document.setIn(edit.keys, edit.value);
  } catch (cause) {
    throw notOnePlace(label, cause);
  }
  const after = document.toString({ lineWidth: 0 });
  // An anchor may give one value to two places, and then more would change than was asked for.
  if (othersThan(edit.keys, decodeSettings(after, label)) !== othersThan(edit.keys, read))
    throw notOnePlace(label);
  return after;
}

/** Everything but one value, for comparison; empty maps count for nothing. */
const othersThan = (keys: readonly string[], settings: Json): string =>
  canonicalJson(without(keys, settings) ?? null);

function without(keys: readonly string[] | undefined, value: Json): Json | undefined {
  if (keys?.length === 0) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const rest = Object.entries(value).flatMap(([key, each]): [string, Json][] => {
    const kept =
      each === undefined ? undefined : without(key === keys?.[0] ? keys.slice(1) : undefined, each);
    return kept === undefined ? [] : [[key, kept]];
  });
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

function removeIn(document: ReturnType<typeof parseDocument>, keys: readonly string[]): void {
  document.deleteIn(keys);
  for (let parents = keys.slice(0, -1); parents.length > 0; parents = parents.slice(0, -1)) {
    const parent: unknown = document.getIn(parents);
    if (!isMap(parent) || parent.items.length > 0) return;
    document.deleteIn(parents);
  }
}

const notOnePlace = (label: string, cause?: unknown): ToolbaseError =>
  new ToolbaseError(
    'BAD_SETTINGS',
    `${label} uses anchors or aliases there, so it cannot be changed in one place`,
    {
      hint: 'Write the value out in that file by hand.',
      cause,
    },
  );
