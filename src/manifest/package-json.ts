import { z } from 'zod';
import { ToolkitName, Version } from '../kernel/index.ts';

const RESERVED = new Set(['node_modules', 'favicon.ico']);

/** What toolbase reads of a toolkit's `package.json`; npm's other fields pass unread. */
export const PackageJson = z.looseObject({
  name: ToolkitName.refine((name) => !RESERVED.has(name), 'is reserved by npm'),
  version: Version,
  description: z.string().max(400).optional(),
  license: z.string().max(200).optional(),
  /** Files and folders to pack beside those that always are. */
  files: z.array(z.string().min(1).max(240)).max(200).optional(),
  /** What says that the package is a toolkit. */
  toolbase: z.strictObject({ kind: z.literal('toolkit') }).optional(),
  /** Toolkits that are locked and installed with this one: semver ranges by name. */
  toolkitDependencies: z.record(ToolkitName, z.string().min(1).max(100)).default({}),
});
export type PackageJson = z.output<typeof PackageJson>;
