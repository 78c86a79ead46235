import { ToolbaseError } from '../kernel/index.ts';
import type { HostSource } from '../manifest/index.ts';

/** Refuses a program whose arguments name files of the toolkit that are not packed: it would start in the
 * author's folder only.
 * @param packed paths of the packed files
 * @throws ToolbaseError BAD_MANIFEST */
export function checkServerFiles(host: HostSource, packed: readonly string[]): void {
  if (host.kind === 'node') return;
  const named = [host.command, ...host.args, ...Object.values(host.env)].flatMap(
    (text) => /^\$\{toolkit\}\/+(.*[^/])\/*$/.exec(text)?.[1] ?? [],
  );
  const missing = named.filter(
    (name) => !packed.some((path) => path === name || path.startsWith(`${name}/`)),
  );
  if (missing.length > 0)
    throw new ToolbaseError(
      'BAD_MANIFEST',
      `toolkit.yaml host names what is not packed: ${missing.join(', ')}`,
      {
        hint: 'List it under files in package.json.',
      },
    );
}
