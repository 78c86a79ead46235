import { ToolbaseError } from 'toolbase/toolkit';

/** One setting of a run card. */
export type CardLine = {
  readonly line: number;
  /** As written, for messages. */
  readonly name: string;
  /** In lower case, since Pythia's names ignore case. */
  readonly key: string;
  readonly value: string;
};

export type RunCard = readonly CardLine[];

const MAX_LINES = 2000;
// Names of processes hold parentheses and brackets: Charmonium:gg2ccbar(3S1)[3S1(1)]g, WeakBosonExchange:ff2ff(t:gmZ).
const NAME = /^(?:[A-Za-z][A-Za-z0-9]*(?::[A-Za-z][A-Za-z0-9()[\]]*)+|\d{1,10}:[A-Za-z0-9]+)$/;
// No slash, colon or quote: a card names no file, library or address.
const VALUE = /^[A-Za-z0-9_.,+*{} \t-]*$/;
/** Groups that load code or files, or that this toolkit sets itself. */
const REFUSED =
  /^(?:init:|slha:|merging:|jetmatching:|hiuserhooks|main:subrun|multipartoninteractions:(?:reuseinit|initfile))/;

/** Why the events of another generator are not taken. */
export const NO_LHE =
  'events of other generators are not showered here, since a hard process is a part of the collisions whose weight is not known';

/** Reads a run card as Pythia does: `Name = value` a line; lines that start with neither a letter nor a digit are
 * comments, and so is all between lines that start with slash-star and star-slash. The card may be hostile.
 * @throws ToolbaseError BAD_ARGUMENTS naming the lines that are no settings, or settings that load files or code */
export function parseCard(text: string, label: string): RunCard {
  const faults: string[] = [];
  const card: CardLine[] = [];
  let inComment = false;
  text.split(/\r?\n/).forEach((raw, index) => {
    const content = raw.trim();
    if (content.startsWith('/*')) inComment = true;
    if (!inComment && /^[A-Za-z0-9]/.test(content)) {
      const found = settingOf(content, index + 1);
      if (typeof found === 'string') faults.push(`line ${index + 1} ${found}`);
      else card.push(found);
    }
    if (content.startsWith('*/')) inComment = false;
  });
  if (card.length > MAX_LINES) faults.push(`more than ${MAX_LINES} settings`);
  if (faults.length > 0)
    throw new ToolbaseError('BAD_ARGUMENTS', `${label}: ${faults.slice(0, 5).join('; ')}`, {
      hint: 'A line is a setting such as SoftQCD:inelastic = on, or 443:onMode = off, or a comment that starts with !.',
    });
  return card;
}

function settingOf(content: string, line: number): CardLine | string {
  const written = content.split('!')[0] ?? '';
  const [, name = '', value = ''] = /^([^\s=]+)\s*(?:=|\s)\s*(.*?)\s*$/.exec(written) ?? [];
  const key = name.toLowerCase();
  if (!NAME.test(name) || value === '') return `is no setting: ${JSON.stringify(content.slice(0, 60))}`;
  if (key.startsWith('beams:lhef') || key === 'beams:newlheffrompart')
    return `names an LHE file (${name}): ${NO_LHE}`;
  if (REFUSED.test(key)) return `may not set ${name}`;
  if (!VALUE.test(value) || value.includes('..'))
    return `has a value that names a file or a library (${name})`;
  return { line, name, key, value };
}

/** What the card says last of a setting. */
export const settingIn = (card: RunCard, name: string): CardLine | undefined =>
  card.findLast(({ key }) => key === name.toLowerCase());

export const numberIn = (card: RunCard, name: string): number | undefined => {
  const found = settingIn(card, name);
  return found === undefined ? undefined : Number(found.value);
};

/** Pythia's words for a switch that is on, or a list of switches such as `on,off` of which one is. */
export const isOn = ({ value }: CardLine): boolean =>
  value.split(/[\s,{}]+/).some((word) => /^(?:on|yes|true|ok|1)$/i.test(word));
