import { parseStrictJson, parseWith, quickCheckOf } from '../kernel/index.ts';
import { ToolkitManifest } from './toolkit-manifest.ts';

const isManifest = quickCheckOf(ToolkitManifest);

/** Reads the text of a `toolkit.json`. Parsing by the format, which copies and can say what is wrong, is left to a text that
 * is not in order: a lock of fifty toolkits has fifty of them read at each start.
 * @param label names the source in messages   @throws ToolbaseError BAD_JSON, BAD_MANIFEST */
export function decodeManifest(text: string, label: string): ToolkitManifest {
  const value = parseStrictJson(text, label);
  return isManifest(value) ? value : parseWith(ToolkitManifest, value, label, 'BAD_MANIFEST');
}
