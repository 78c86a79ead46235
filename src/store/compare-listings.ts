import { byteCompare, ToolbaseError } from '../kernel/index.ts';

export interface ChangedFile {
  readonly path: string;
  readonly change: 'changed' | 'missing' | 'added';
}

/** How the files that are there differ from those that should be, in byte order of path. Both are listing texts. */
export function compareListings(wanted: string, found: string): ChangedFile[] {
  const before = linesByPath(wanted);
  const after = linesByPath(found);
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort(byteCompare);
  return paths
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({
      path,
      change: !after.has(path) ? 'missing' : before.has(path) ? 'changed' : 'added',
    }));
}

const linesByPath = (listing: string): Map<string, string> =>
  new Map(
    listing
      .split('\n')
      .slice(1, -1)
      .map((line) => [line.split(' ').slice(2).join(' '), line]),
  );

/** The error of a store entry that is not what its digest says. */
export function storeChanged(folder: string, changes: readonly ChangedFile[]): ToolbaseError {
  const named = changes.slice(0, 5).map(({ path, change }) => `${path} (${change})`);
  const more = changes.length > 5 ? ` and ${changes.length - 5} more` : '';
  const which = named.length === 0 ? '' : `: ${named.join(', ')}${more}`;
  return new ToolbaseError('STORE_CHANGED', `${folder} was changed after it was installed${which}`, {
    hint: 'Run `toolbase install` with the lock again: it replaces what differs.',
  });
}
