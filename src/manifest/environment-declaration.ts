import { z } from 'zod';
import { Digest, PackagePath } from '../kernel/index.ts';
import { PythonRange } from './python-range.ts';

const python = {
  kind: z.literal('python'),
  /** A pip requirements file in which every package is pinned by `==` and by hashes. */
  requirements: PackagePath,
  python: PythonRange,
};

const npm = {
  kind: z.literal('npm'),
  /** npm's lock of the packages, lockfile version 3. */
  lock: PackagePath.refine((path) => /(?:^|\/)package-lock\.json$/.test(path), 'must be a package-lock.json'),
};

/** What a host needs beside the toolkit's own files, as `toolkit.yaml` says it: a file that pins packages by hash. */
export const EnvironmentSource = z.discriminatedUnion('kind', [z.strictObject(python), z.strictObject(npm)]);
export type EnvironmentSource = z.output<typeof EnvironmentSource>;

/** The same in `toolkit.json`, with the digest of the file that pins the packages. */
export const EnvironmentDeclaration = z.discriminatedUnion('kind', [
  z.strictObject({ ...python, sha256: Digest }),
  z.strictObject({ ...npm, sha256: Digest }),
]);
export type EnvironmentDeclaration = z.output<typeof EnvironmentDeclaration>;
