import { nearMatches } from '../kernel/index.ts';
import { visibleText } from './render/visible-text.ts';
import { explainValue, type FileLayer, type ValueName } from '../machine/index.ts';
import type { EditOutcome } from '../machine/io/index.ts';
import { viewSettings } from './settings.ts';

/** What a change of a settings file came to. */
export type SettingChange = ValueName & {
  layer: FileLayer['name'];
  file: string;
  outcome: EditOutcome;
  /** As it may be printed; null when no layer has a value now. */
  value: string | number | boolean | null;
  /** What counts now, if it is not what stands in that file. */
  countsInstead: { layer: string; source: string } | null;
  /** The toolkit's declaration was at hand, and the value fits. */
  checked: boolean;
  /** Installed toolkits of which the name of this one may be a misspelling. */
  meant: readonly string[];
  /** File that was told to leave a private settings file out of commits. */
  ignored?: string;
};

/** Reads all again, to say what counts now. */
export async function settingChange(
  which: ValueName,
  place: { layer: FileLayer['name']; file: string; outcome: EditOutcome },
  lockFile: string | undefined,
): Promise<SettingChange> {
  const { layers, declared } = await viewSettings(lockFile);
  const toolkit = declared.get(which.toolkit);
  const [first] = explainValue(which, toolkit, layers).layers;
  const meant = toolkit === undefined ? nearMatches(which.toolkit, declared.keys()) : [];
  const countsInstead =
    first === undefined || first.layer === place.layer ? null : { layer: first.layer, source: first.source };
  return {
    ...which,
    ...place,
    value: first?.value ?? null,
    countsInstead,
    checked: toolkit !== undefined,
    meant,
  };
}

const DONE = { created: 'written to the new file', changed: 'written to', unchanged: 'is in' };

/** What `settings set` did. */
export function renderChange(change: SettingChange): string {
  const { toolkit, name, outcome, file, value, countsInstead, checked, meant, ignored } = change;
  const lines = [
    `${toolkit}.${name} ${outcome === 'unchanged' ? 'already ' : ''}${DONE[outcome]} ${file}`,
    countsInstead === null
      ? `it is now ${visibleText(String(value))}`
      : `it does not count: ${countsInstead.source} (${countsInstead.layer}) is stronger`,
  ];
  if (!checked)
    lines.push(
      meant.length === 0
        ? 'not checked: no toolkit of that name is installed'
        : `warning: no toolkit ${toolkit} is installed; did you mean ${meant.join(' or ')}?`,
    );
  if (ignored !== undefined) lines.push(`${ignored} now leaves that file out of commits`);
  return `${lines.join('\n')}\n`;
}

/** What `settings unset` did. */
export function renderRemoval({ toolkit, name, outcome, file, value, countsInstead }: SettingChange): string {
  const first =
    outcome === 'unchanged'
      ? `${toolkit}.${name} is not in ${file}: nothing was changed`
      : `${toolkit}.${name} taken out of ${file}`;
  const second =
    countsInstead === null
      ? 'it has no value now'
      : `it is now ${visibleText(String(value))}, from ${countsInstead.source} (${countsInstead.layer})`;
  return `${first}\n${second}\n`;
}
