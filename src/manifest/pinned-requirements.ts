import { ToolbaseError } from '../kernel/index.ts';

/** One Python package of an environment, pinned by version and by the digests of the files that may be installed. */
export interface PinnedRequirement {
  /** Name and extras, as `uvicorn[standard]`. */
  readonly name: string;
  readonly version: string;
  /** PEP 508 marker that says where it is needed. */
  readonly marker?: string | undefined;
  /** sha256 of each file that fits, 64 hex digits. */
  readonly hashes: readonly string[];
}

const REQUIREMENTS_MAX = 2000;
const FAULTS_SHOWN = 5;

const NAME = String.raw`[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?`;
const EXTRAS = String.raw`\[\s*${NAME}(?:\s*,\s*${NAME})*\s*\]`;
const VERSION = String.raw`(?:\d+!)?\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*)?`;
const PINNED = new RegExp(String.raw`^(${NAME}(?:\s*${EXTRAS})?)\s*==\s*(${VERSION})$`);
/** Variables, operators and quoted values; no `$`, which pip would replace by a variable of the environment, and no word that
 * begins like an option. */
const MARKER = /^(?!.*\s-)[A-Za-z0-9_.,<>=!~()'" \t-]+$/;
const HASH = /^--hash[= ]sha256:([0-9a-f]{64})$/;

/** Reads a pip requirements file of which nothing is left to an index or to the day of installation: every line is
 * `name==version`, with a marker or without, and `--hash=sha256:…`. Options, addresses, paths, editable and included
 * files are refused. The file may be hostile.
 * @param label names the file in messages
 * @throws ToolbaseError BAD_MANIFEST naming the lines */
export function parseRequirements(text: string, label: string): PinnedRequirement[] {
  const faults: string[] = [];
  const pinned: PinnedRequirement[] = [];
  for (const { content, number } of logicalLines(text)) {
    const found = readRequirement(content);
    if (typeof found === 'string') faults.push(`line ${number} ${found}`);
    else pinned.push(found);
  }
  if (pinned.length > REQUIREMENTS_MAX) faults.push(`there are more than ${REQUIREMENTS_MAX} requirements`);
  if (faults.length === 0) return pinned;
  const more = faults.length > FAULTS_SHOWN ? ` (and ${faults.length - FAULTS_SHOWN} more)` : '';
  throw new ToolbaseError('BAD_MANIFEST', `${label}: ${faults.slice(0, FAULTS_SHOWN).join('; ')}${more}`, {
    hint: 'Make the file with `uv pip compile --generate-hashes` or `pip-compile --generate-hashes --no-emit-index-url`.',
  });
}

/** The requirements in one spelling, a line each: what the installer is given, so that it reads what was checked. */
export const requirementsText = (pinned: readonly PinnedRequirement[]): string =>
  pinned
    .map(({ name, version, marker, hashes }) => {
      const condition = marker === undefined ? '' : ` ; ${marker}`;
      return `${name}==${version}${condition}${hashes.map((hash) => ` --hash=sha256:${hash}`).join('')}\n`;
    })
    .join('');

/** Lines joined where one ends in a backslash, with single spaces, without comments and empty lines. Numbers count
 * from 1. */
function logicalLines(text: string): { content: string; number: number }[] {
  const lines: { parts: string[]; number: number }[] = [];
  let joins = false;
  text.split(/\r?\n/).forEach((physical, at) => {
    const part = physical.replace(/(?:^|\s)#.*$/, '').trim();
    if (!joins) lines.push({ parts: [], number: at + 1 });
    joins = part.endsWith('\\');
    lines.at(-1)?.parts.push(joins ? part.slice(0, -1) : part);
  });
  return lines
    .map(({ parts, number }) => ({ content: parts.join(' ').replaceAll(/\s+/g, ' ').trim(), number }))
    .filter(({ content }) => content !== '');
}

/** The requirement, or what is wrong with the line. */
function readRequirement(content: string): PinnedRequirement | string {
  if (content.startsWith('-'))
    return `has the option ${shown(content.split(/[ =]/)[0] ?? '')}; only packages may be named`;
  const [wanted = '', ...options] = content.split(/ (?=--)/);
  const [pin = '', ...rest] = wanted.split(';');
  const [, name, version] = PINNED.exec(pin.trim()) ?? [];
  if (/:\/\/|\s@\s|^[./~]|\/|^git\+/.test(pin)) return `names an address or a path: ${shown(pin)}`;
  if (name === undefined || version === undefined) return `does not pin one version by ==: ${shown(pin)}`;
  const marker = rest.length === 0 ? undefined : rest.join(';').trim();
  if (marker !== undefined && !MARKER.test(marker))
    return `has a marker that cannot be read: ${shown(marker)}`;
  const other = options.find((option) => !HASH.test(option.trim()));
  if (other !== undefined) return `has ${shown(other)} where only --hash=sha256:… may be`;
  if (options.length === 0) return `has no --hash=sha256:… for ${shown(name)}`;
  return {
    name: name.replaceAll(/\s/g, ''),
    version,
    ...(marker === undefined ? {} : { marker }),
    hashes: options.map((option) => HASH.exec(option.trim())?.[1] ?? ''),
  };
}

const shown = (text: string): string => JSON.stringify(text.trim().slice(0, 80));
