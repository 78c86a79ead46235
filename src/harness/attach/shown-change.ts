import type { Json } from '../../kernel/index.ts';
import type { Attachable } from './attachable.ts';
import { insertValue } from './config-text.ts';

/** The change of a configuration file as a person reviews it: the entry alone. What stands around it may hold the user's
 * tokens, and is never quoted.
 * @param entry undefined when it is taken out */
export function shownChange(
  harness: Pick<Attachable, 'format' | 'serversAt'>,
  file: string,
  name: string,
  entry: Record<string, Json> | undefined,
): string {
  const keys = [...harness.serversAt, name];
  if (entry === undefined) return `${file}\n- ${keys.join('.')}\n`;
  const text = insertValue(harness.format, '', keys, entry, file);
  return `${file}\n${text.trimEnd().replace(/^/gm, '+ ')}\n`;
}
