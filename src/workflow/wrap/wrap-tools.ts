import { cleanText, OperationName, ToolbaseError } from '../../kernel/index.ts';
import { checkModelText, lowerSchema, type PortableSchema, type UpstreamTool } from '../../manifest/index.ts';

/** A tool of a server as the toolkit will have it. */
export type WrappedTool = {
  readonly upstreamName: string;
  readonly name: OperationName;
  /** In place of the server's own, where that cannot be shown to a model. */
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: PortableSchema;
  /** What is served differently from what the server publishes. */
  readonly notes: readonly string[];
};

export type WrappedTools = {
  readonly tools: readonly WrappedTool[];
  /** Left out on request. */
  readonly omitted: readonly string[];
};

const TITLE_MAX = 80;
const DESCRIPTION_MAX = 1000;

/** Makes the operations of a wrapped server's tools: names that operations may have, texts that may be shown, lowered
 * input schemas.
 * @param omit tools to leave out, by the server's own names   @param nameMax longest name of an operation
 * @throws ToolbaseError BAD_SCHEMA naming every tool whose input schema cannot be lowered; UNKNOWN_OPERATION */
export function wrapTools(
  tools: readonly UpstreamTool[],
  omit: readonly string[],
  nameMax: number,
): WrappedTools {
  const unknown = omit.filter((name) => !tools.some((tool) => tool.name === name));
  if (unknown.length > 0)
    throw new ToolbaseError('UNKNOWN_OPERATION', `the server has no tool ${unknown.join(', ')}`, {
      hint: `Its tools: ${tools.map(({ name }) => cleanText(name, 128)).join(', ')}.`,
    });
  const taken = new Set<string>();
  const refused: { name: string; reasons: string[] }[] = [];
  const wrapped = tools.flatMap((tool) => {
    if (omit.includes(tool.name)) return [];
    const lowered = lowerSchema(tool.inputSchema, 'input');
    if (lowered.kind === 'refused') {
      const reasons = lowered.refusals.map(({ pointer, reason }) => `${pointer || '(root)'} ${reason}`);
      refused.push({ name: tool.name, reasons });
      return [];
    }
    const name = freeName(tool.name, nameMax, taken);
    taken.add(name.toLowerCase());
    const title = shownTitle(tool);
    const description = shownDescription(tool, title.text);
    const notes = [
      ...(name === nearestName(tool.name) ? [] : [`is named ${name}, since ${nameMax} characters are left`]),
      ...title.notes,
      ...description.notes,
      ...lowered.warnings.map(({ pointer, reason }) => `input ${pointer}: ${reason}`),
    ];
    return [
      {
        upstreamName: tool.name,
        name,
        ...(title.notes.length === 0 ? {} : { title: title.text ?? '' }),
        ...(description.notes.length === 0 ? {} : { description: description.text }),
        inputSchema: lowered.schema,
        notes,
      },
    ];
  });
  if (refused.length > 0) throw notLowered(refused);
  return { tools: wrapped, omitted: [...omit] };
}

function notLowered(refused: readonly { name: string; reasons: string[] }[]): ToolbaseError {
  const lines = refused.map(
    ({ name, reasons }) => `\n  ${JSON.stringify(name)}: ${reasons.slice(0, 4).join('; ')}`,
  );
  return new ToolbaseError(
    'BAD_SCHEMA',
    `the input schemas of ${refused.length} tools cannot be served to every client:${lines.join('')}`,
    {
      hint: `Nothing was written. Leave them out: ${refused.map(({ name }) => `--omit ${quoted(name)}`).join(' ')}`,
    },
  );
}

const quoted = (name: string): string =>
  /^[A-Za-z0-9_./:-]+$/.test(name) ? name : `'${cleanText(name, 128).replaceAll("'", `'\\''`)}'`;

/** An operation's name nearest to a tool's, not yet taken (case ignored) and at most `max` characters long. */
function freeName(upstream: string, max: number, taken: ReadonlySet<string>): OperationName {
  const base = nearestName(upstream);
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : `_${count}`;
    const name = `${wordsWithin(base, max - suffix.length)}${suffix}`;
    if (!taken.has(name.toLowerCase())) return OperationName.parse(name);
  }
}

const nearestName = (upstream: string): string =>
  upstream.replace(/[^A-Za-z0-9]+/g, '_').replace(/^[_0-9]+|_+$/g, '') || 'tool';

/** Whole words as long as they make up half of the room. */
function wordsWithin(name: string, max: number): string {
  if (name.length <= max) return name;
  const end = name.lastIndexOf('_', max);
  return name.slice(0, end > max / 2 ? end : max).replace(/_+$/, '');
}

type Shown<T> = { readonly text: T; readonly notes: readonly string[] };

function shownTitle({ title }: UpstreamTool): Shown<string | undefined> {
  if (typeof title !== 'string') return { text: undefined, notes: [] };
  const fault = checkModelText(title, TITLE_MAX);
  return fault === undefined
    ? { text: title, notes: [] }
    : { text: shortened(title, TITLE_MAX), notes: [`its title ${fault}; a cleaned one is in toolkit.yaml`] };
}

/** As `pack` takes it: the server's description, else the title. */
function shownDescription(tool: UpstreamTool, title: string | undefined): Shown<string> {
  const published = typeof tool.description === 'string' ? tool.description.trim() : '';
  const text = published === '' ? (title ?? '').trim() : published;
  if (text === '')
    return {
      text: `The tool ${cleanText(tool.name, 128)}; its server says nothing about it.`,
      notes: ['has no description: write one in toolkit.yaml'],
    };
  const fault = checkModelText(text, DESCRIPTION_MAX);
  return fault === undefined
    ? { text, notes: [] }
    : {
        text: shortened(text, DESCRIPTION_MAX),
        notes: [`its description ${fault}; a cleaned one is in toolkit.yaml: review it`],
      };
}

/** Without what may not be shown, and cut behind a sentence or line where there is one. */
function shortened(text: string, max: number): string {
  // Characters that no control or format class holds, and may still not be shown: variation selectors and their like.
  const clean = cleanText(
    text.replace(/\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}]/gu, ''),
    text.length + 1,
  )
    .normalize('NFC')
    .trim();
  if (clean.length <= max) return clean;
  const head = clean.slice(0, max - 2);
  const end = Math.max(head.lastIndexOf('. ') + 1, head.lastIndexOf('\n'));
  return (end > max / 2 ? head.slice(0, end) : `${head.replace(/[\uD800-\uDBFF]$/, '')} …`).trim();
}
