import path from 'node:path';
import { isAbsent, isToolbaseError, ToolbaseError } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import { decodeLoadoutFile } from '../decode-loadout.ts';
import type { Loadout } from '../loadout.ts';
import { completeLoadout, type MergedLoadout, mergeLoadouts, seenFrom } from '../merge-loadouts.ts';

const LOADOUT_MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 16;
const MAX_FILES = 64;

/** @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE */
export async function readLoadoutText(file: string): Promise<string> {
  try {
    return await readTextBounded(file, LOADOUT_MAX_BYTES);
  } catch (cause) {
    if (!isToolbaseError(cause) || !isAbsent(cause)) throw cause;
    throw new ToolbaseError('NOT_FOUND', cause.message, {
      hint: 'Name another one, with --loadout where the command takes it, or write one: `toolbase init <folder> --loadout`.',
      cause,
    });
  }
}

/** Reads a loadout and all that it extends, merged into one.
 * @param text of the file, when it is not what is to be read from there
 * @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE, BAD_YAML, BAD_LOADOUT also for a cycle */
export async function readLoadout(file: string, text?: string): Promise<Loadout> {
  const known = new Map<string, MergedLoadout>();
  return completeLoadout(await mergedFrom(file, text ?? (await readLoadoutText(file)), [], known), file);
}

async function mergedFrom(
  file: string,
  text: string,
  chain: readonly string[],
  known: Map<string, MergedLoadout>,
): Promise<MergedLoadout> {
  const here = [...chain, file];
  const root = path.dirname(here[0] ?? file);
  const loadout = seenFrom(path.relative(root, path.dirname(file)), decodeLoadoutFile(text, file));
  const below: MergedLoadout[] = [];
  for (const relative of loadout.extends ?? []) {
    const next = path.join(path.dirname(file), relative);
    refuseCycle(next, here);
    const seen = known.get(path.resolve(next));
    const read = seen ?? (await mergedFrom(next, await extendedText(next, file), here, known));
    known.set(path.resolve(next), read);
    if (known.size > MAX_FILES)
      throw new ToolbaseError('BAD_LOADOUT', `${here[0]} extends more than ${MAX_FILES} loadouts`);
    below.push(read);
  }
  return mergeLoadouts(loadout, below, file);
}

function refuseCycle(next: string, chain: readonly string[]): void {
  const at = chain.findIndex((file) => path.resolve(file) === path.resolve(next));
  if (at >= 0)
    throw new ToolbaseError(
      'BAD_LOADOUT',
      `loadouts extend each other in a circle: ${[...chain.slice(at), next].join(' extends ')}`,
      { hint: 'Take one of these `extends:` out.' },
    );
  if (chain.length > MAX_DEPTH)
    throw new ToolbaseError('BAD_LOADOUT', `${chain[0]} extends loadouts more than ${MAX_DEPTH} deep`);
}

async function extendedText(file: string, extending: string): Promise<string> {
  try {
    return await readLoadoutText(file);
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    // Not NOT_FOUND: the loadout itself is there.
    throw new ToolbaseError('BAD_LOADOUT', `${extending} extends ${file}: ${cause.message}`, { cause });
  }
}
