import { ordinalCompare } from '../../kernel/index.ts';
import type { Lock, ToolObject } from '../../lockfile/index.ts';
import type { ModelRequest, OfferedTool } from '../../wire/index.ts';
import { findTool, type Launchable } from '../launch/launchable.ts';
import { type SchemaChange, schemaChanges } from './schema-changes.ts';

/** How a text that a model is to read got there. `none`: the lock has none. */
export type TextState = 'same' | 'truncated' | 'changed' | 'missing' | 'none';

/** One locked operation as a model saw it. */
export interface SeenOperation {
  readonly name: string;
  /** The name under which it was offered, namespace included; none when it was not offered. */
  readonly seenAs?: string;
  /** `reworded`: places of the schema differ, and nothing is lost by it. */
  readonly state: 'same' | 'reworded' | 'different' | 'missing';
  readonly description: TextState;
  readonly schema: readonly SchemaChange[];
}

/** The whole interface as one request put it before a model. */
export interface SeenInterface {
  readonly operations: readonly SeenOperation[];
  readonly instructions: TextState;
  /** Tools of the server that the lock does not have. */
  readonly unexpected: readonly string[];
  /** The harness's own tools. */
  readonly own: readonly string[];
}

type Seen = Pick<Launchable, 'seenName' | 'addedArguments'>;

/** Compares what a request told a model with the lock.
 * @param server name of the server, as the harness knows it */
export function seenInterface(
  lock: Lock,
  request: ModelRequest,
  server: string,
  harness: Seen,
): SeenInterface {
  const tools = Object.values(lock.operations)
    .map(({ tool }) => tool)
    .sort((a, b) => ordinalCompare(a.name, b.name));
  const found = new Map(tools.map((tool) => [tool.name, findOffered(request, tool.name, server, harness)]));
  const others = request.tools.filter((tool) => ![...found.values()].includes(tool));
  const prefix = fullName(harness.seenName(server, ''));
  return {
    operations: tools.map((tool) => seenOperation(tool, found.get(tool.name), harness)),
    instructions: textState(lock.instructions, textsBefore(request)),
    unexpected: others.map(fullName).filter((name) => name.startsWith(prefix)),
    own: others.map(fullName).filter((name) => !name.startsWith(prefix)),
  };
}

/** By the name that is expected, else by one that ends like it: a harness may have changed its prefix. */
function findOffered(
  request: ModelRequest,
  exposed: string,
  server: string,
  { seenName }: Seen,
): OfferedTool | undefined {
  const exact = findTool(request, seenName(server, exposed));
  if (exact !== undefined) return exact;
  const alike = request.tools.filter((tool) => {
    const name = fullName(tool);
    return (
      name === exposed || (/[^A-Za-z0-9]/.test(name.at(-exposed.length - 1) ?? '') && name.endsWith(exposed))
    );
  });
  return alike.length === 1 ? alike[0] : undefined;
}

/** The name that stands for a tool in a report. */
export const fullName = ({ name, namespace }: Pick<OfferedTool, 'name' | 'namespace'>): string =>
  namespace === undefined ? name : `${namespace}.${name}`;

function seenOperation(tool: ToolObject, offered: OfferedTool | undefined, harness: Seen): SeenOperation {
  if (offered === undefined) return { name: tool.name, state: 'missing', description: 'missing', schema: [] };
  const found = textState(tool.description, [offered.description]);
  const description = found === 'missing' && offered.description.trim() !== '' ? 'changed' : found;
  const schema = schemaChanges(tool.inputSchema, offered.schema, harness.addedArguments);
  const lossless = schema.every(({ harmless }) => harmless);
  return {
    name: tool.name,
    seenAs: fullName(offered),
    state: description !== 'same' || !lossless ? 'different' : schema.length === 0 ? 'same' : 'reworded',
    description,
    schema,
  };
}

const textsBefore = ({ instructions, turns }: ModelRequest): string[] => [
  ...instructions,
  ...turns.flatMap((turn) => (turn.role === 'user' ? turn.texts : [])),
];

/** Fewer characters in common are chance. */
const BEGINNING_LENGTH = 60;

/** How a text got into any of others. Space at its ends and kinds of line ends do not count. */
export function textState(text: string, among: readonly string[]): TextState {
  const wanted = plain(text);
  if (wanted === '') return 'none';
  const texts = among.map(plain);
  if (texts.some((each) => each.includes(wanted))) return 'same';
  const beginning = wanted.slice(0, BEGINNING_LENGTH);
  return texts.some((each) => each.includes(beginning)) ? 'truncated' : 'missing';
}

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();
