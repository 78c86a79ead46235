import { parseStrictJson, parseWith, quickCheck } from '../kernel/index.ts';
import { ToolkitManifest } from './toolkit-manifest.ts';

let isManifest: ((value: unknown) => value is ToolkitManifest) | undefined;

/** Reads the text of a `toolkit.json`. Parsing by the format, which copies and can say what is wrong, is left to a text that
 * is not in order: a lock of fifty toolkits has fifty of them read at each start.
 * @param label names the source in messages   @throws ToolbaseError BAD_JSON, BAD_MANIFEST */
export function decodeManifest(text: string, label: string): ToolkitManifest {
  const value = parseStrictJson(text, label);
  isManifest ??= quickCheck(ToolkitManifest);
  return isManifest?.(value) === true ? value : parseWith(ToolkitManifest, value, label, 'BAD_MANIFEST');
}
