import { stringify } from 'yaml';
import { decodeLoadoutFile, type Loadout } from '../../loadout/index.ts';

/** The text of a loadout as it goes into an archive: as it was written, or, when it extends others, which stay behind, one
 * that says the same alone.
 * @param label names the loadout in messages   @throws ToolbaseError BAD_YAML, BAD_LOADOUT */
export function standaloneText(text: string, loadout: Loadout, label: string): string {
  if (decodeLoadoutFile(text, label).extends === undefined) return text;
  return `# Merged from a loadout and those that it extends.\n${stringify(loadout)}`;
}
