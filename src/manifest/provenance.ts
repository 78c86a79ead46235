import { z } from 'zod';
import { Digest, PackagePath } from '../kernel/index.ts';
import { modelLine } from './model-text.ts';

const Line = modelLine(1000);

/** Where the files of a package come from, in a version control system. */
export const Source = z.strictObject({
  /** Public address of the repository, without user names, passwords and query; absent when it has none. */
  repository: Line.optional(),
  /** Git's object name. */
  commit: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be the full name of a commit'),
  /** Files were changed, added or removed after that commit. */
  dirty: z.boolean(),
  /** The toolkit's folder in the repository; absent for the repository's own. */
  directory: PackagePath.optional(),
});
export type Source = z.output<typeof Source>;

/** `provenance.json` of a package: what it was made from, by what, and what is in it. Holds no time, no name of a
 * machine or user, and no path outside the repository, so that packing stays reproducible. A claim of its author:
 * only a signature over the package makes somebody vouch for it. */
export const Provenance = z.strictObject({
  formatVersion: z.literal(1),
  /** Program and version that packed. */
  builder: Line,
  /** Absent when the files were under no version control, or the author left it out. */
  source: Source.optional(),
  /** sha256 of every other file of the package, by path. */
  files: z.record(PackagePath, Digest),
});
export type Provenance = z.output<typeof Provenance>;

/** Where the record lies in a package. */
export const PROVENANCE_PATH = 'provenance.json';
