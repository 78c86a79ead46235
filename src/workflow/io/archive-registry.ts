import { integrityOf, ToolbaseError, type ToolkitName } from '../../kernel/index.ts';
import type { Registry } from '../../registry/index.ts';
import type { OpenedArchive } from '../archive/index.ts';

/** The toolkits of an archive, as the one registry that an installation from it asks. */
export const archiveRegistry = (toolkits: OpenedArchive['toolkits']): Registry => ({
  name: 'archive',
  packument: () => Promise.resolve(undefined),
  tarball: (name, version, expected) => {
    const found = toolkits.get(name)?.tarball;
    if (found !== undefined && (expected === undefined || integrityOf(found) === expected))
      return Promise.resolve(found);
    throw new ToolbaseError('NO_VERSION', `the archive does not hold ${name} ${version}`);
  },
  search: () => Promise.resolve([]),
  names: () => Promise.resolve([...toolkits.keys()] satisfies ToolkitName[]),
});
