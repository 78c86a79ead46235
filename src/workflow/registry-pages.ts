import { z } from 'zod';
import { type Json, parseStrictJson } from '../kernel/index.ts';
import type { TreeEntry } from '../store/index.ts';

const JsonObject = z.record(z.string(), z.custom<Json>());

/** What a registry shows of a toolkit beside its manifest: `package.json` and the readme, where it has them.
 * @param label names the tarball in messages @throws ToolbaseError BAD_JSON */
export function registryPages(
  entries: readonly TreeEntry[],
  label: string,
): { packageJson?: Record<string, Json>; readme?: string } {
  const textOf = (isWanted: (path: string) => boolean): string | undefined => {
    const entry = entries.find(({ path }) => isWanted(path));
    return entry === undefined ? undefined : Buffer.from(entry.bytes).toString('utf8');
  };
  const text = textOf((path) => path === 'package.json');
  const parsed = text === undefined ? undefined : parseStrictJson(text, `${label}: package.json`);
  const packageJson = JsonObject.safeParse(parsed).data;
  const readme = textOf((path) => path.toLowerCase() === 'readme.md');
  return {
    ...(packageJson === undefined ? {} : { packageJson }),
    ...(readme === undefined ? {} : { readme }),
  };
}
