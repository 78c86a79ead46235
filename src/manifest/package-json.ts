import { z } from 'zod';
import { ToolkitName, Version } from '../kernel/index.ts';
import { modelText } from './model-text.ts';

const RESERVED = new Set(['node_modules', 'favicon.ico']);

// Shown on terminals by every registry client.
const Line = modelText(400);

const Person = z.union([Line, z.object({ name: Line, email: Line.optional(), url: Line.optional() })]);

const misplacedDependencies = (issue: z.core.$ZodRawIssue): string | undefined =>
  issue.code === 'unrecognized_keys' && issue.keys.includes('toolkitDependencies')
    ? 'toolkitDependencies is a key of package.json itself, beside toolbase'
    : undefined;

/** What toolbase reads of a toolkit's `package.json`, and takes over into the package; npm's other fields pass unread. */
export const PackageJson = z.looseObject({
  name: ToolkitName.refine((name) => !RESERVED.has(name), 'is reserved by npm'),
  version: Version,
  description: Line.optional(),
  license: Line.optional(),
  keywords: z.array(Line).max(100).optional(),
  author: Person.optional(),
  homepage: Line.optional(),
  repository: z
    .union([Line, z.object({ type: Line.optional(), url: Line, directory: Line.optional() })])
    .optional(),
  bugs: z.union([Line, z.object({ url: Line.optional(), email: Line.optional() })]).optional(),
  type: z.enum(['module', 'commonjs']).optional(),
  private: z.boolean().optional(),
  /** Files and folders to pack beside those that always are. */
  files: z.array(z.string().min(1).max(240)).max(200).optional(),
  /** What says that the package is a toolkit. */
  toolbase: z.strictObject({ kind: z.literal('toolkit') }, { error: misplacedDependencies }).optional(),
  /** Toolkits that are locked and installed with this one: semver ranges by name. */
  toolkitDependencies: z.record(ToolkitName, z.string().min(1).max(100)).default({}),
});
export type PackageJson = z.output<typeof PackageJson>;
