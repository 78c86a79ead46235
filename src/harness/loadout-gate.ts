import { canonicalJson, type Json } from '../kernel/index.ts';
import { exposedTools, type Lock } from '../lockfile/index.ts';

/** Compares the tools that a client was told of with those of the lock, whole objects.
 * @returns what differs, or undefined when an agent would see exactly the locked interface */
export function loadoutFault(lock: Lock, listed: readonly { readonly name: string }[]): string | undefined {
  const locked = new Map(exposedTools(lock).map(({ tool }): [string, string] => [tool.name, asText(tool)]));
  const told = new Map(listed.map((tool) => [tool.name, asText(tool)]));
  const faults = [
    ...group(
      'missing',
      [...locked.keys()].filter((name) => !told.has(name)),
    ),
    ...group(
      'not in the lock',
      [...told.keys()].filter((name) => !locked.has(name)),
    ),
    ...group(
      'different from the lock',
      [...locked].filter(([name, text]) => told.has(name) && told.get(name) !== text).map(([name]) => name),
    ),
    ...(told.size === listed.length ? [] : ['a name is listed twice']),
  ];
  return faults.length === 0 ? undefined : faults.join('; ');
}

const group = (what: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${what}: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', ...' : ''}`];

/** Canonical text of what came over the wire, which is JSON but typed by the client library. */
const asText = (tool: unknown): string => canonicalJson(JSON.parse(JSON.stringify(tool)) as Json);
