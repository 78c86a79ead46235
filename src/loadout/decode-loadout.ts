import { parseStrictYaml, parseWith } from '../kernel/index.ts';
import { Loadout } from './loadout.ts';

/** Reads the text of a `loadout.yaml`. @param label names the source in messages
 * @throws ToolbaseError BAD_YAML, BAD_LOADOUT with the pointer of every fault */
export const decodeLoadout = (text: string, label: string): Loadout =>
  parseWith(Loadout, parseStrictYaml(text, label), label, 'BAD_LOADOUT');
