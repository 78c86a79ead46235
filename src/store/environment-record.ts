import { z } from 'zod';
import { Digest, digestOf, hexOf } from '../kernel/index.ts';
import { type PinnedEnvironment, requirementsText } from '../manifest/index.ts';

/** What runs the installed code. Another interpreter needs an environment of its own. */
export const Interpreter = z.strictObject({
  /** `cpython`, `pypy`, `node`, … */
  implementation: z.string().max(40),
  /** Of Python the release, as 3.11.7; of Node the version of its binary interface, since npm installs the same packages
   * for all releases that share it. */
  version: z.string().max(40),
  /** What compiled packages are made for, as cpython-311-x86_64-linux-gnu. */
  abi: z.string().max(100),
  /** Operating system, processor and C library, as linux-x86_64. */
  platform: z.string().max(100),
});
export type Interpreter = z.output<typeof Interpreter>;

/** Beside an environment in the store, written last: an environment without one is not there. */
export const EnvironmentRecord = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.enum(['python', 'npm']),
  /** Digest of what is installed. */
  contents: Digest,
  interpreter: Interpreter,
  /** Folder beside the record that holds `root` and `listing`. */
  folder: z.string().regex(/^[0-9a-f]{16}-[0-9a-f]{16}$/),
  /** Digest of the listing of all files under `root`. */
  listing: Digest,
});
export type EnvironmentRecord = z.output<typeof EnvironmentRecord>;

/** Files that an installer is given, by name, in one spelling. */
export const installerFiles = (pinned: PinnedEnvironment): Readonly<Record<string, string>> =>
  pinned.kind === 'python'
    ? { 'requirements.txt': requirementsText(pinned.requirements) }
    : { 'package.json': pinned.project.packageJson, 'package-lock.json': pinned.project.packageLock };

/** Identity of what is installed, whichever toolkits ask for it. */
export const contentsDigest = (pinned: PinnedEnvironment): Digest =>
  digestOf('toolbase-environment-contents-v1', { kind: pinned.kind, files: installerFiles(pinned) });

/** Identity of an environment: of what is installed, and of what runs it. */
export const environmentKey = (contents: Digest, interpreter: Interpreter): string =>
  hexOf(digestOf('toolbase-environment-v1', { contents, interpreter }));
