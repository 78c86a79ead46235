import { z } from 'zod';

/** npm's package name rules, lower case only: at most 214 characters, optional scope. @see npm docs, package.json "name" */
export const ToolkitName = z
  .string()
  .max(214)
  .regex(
    /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/,
    'must be an npm package name, such as grid or @lab/grid',
  )
  .brand<'ToolkitName'>();
export type ToolkitName = z.infer<typeof ToolkitName>;

/** Exact semantic version (SemVer 2.0.0), without build metadata, so that one version has one spelling. Its numbers have at
 * most 15 digits: larger ones are no exact numbers here, and cannot be compared. */
export const Version = z
  .string()
  .max(256)
  .regex(
    /^(?:0|[1-9]\d{0,14})\.(?:0|[1-9]\d{0,14})\.(?:0|[1-9]\d{0,14})(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?$/,
    'must be an exact version, such as 1.4.0',
  )
  .brand<'Version'>();
export type Version = z.infer<typeof Version>;

/** Name of an operation inside its toolkit. Never contains `__`, which separates alias and operation. */
export const OperationName = z
  .string()
  .max(40)
  .regex(/^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/, {
    error: ({ input }) =>
      `must be letters, digits and single underscores${typeof input === 'string' && input.includes('__') ? ', without the prefix before `__` that a loadout gives' : ''}`,
  })
  .brand<'OperationName'>();
export type OperationName = z.infer<typeof OperationName>;

/** Prefix under which a loadout exposes a toolkit's operations; empty only when written so. */
export const Alias = z
  .string()
  .max(32)
  .regex(/^(?:[a-z][a-z0-9]*)?$/, 'must be lower-case letters and digits, starting with a letter, or empty')
  .brand<'Alias'>();
export type Alias = z.infer<typeof Alias>;

/** Longest name a model may see: the tightest client limit less its own prefix, with room for a job suffix. */
export const EXPOSED_NAME_MAX = 40;

/** The name a model sees: `<alias>__<operation>`, or the bare operation under an empty alias. */
export const ExposedName = z
  .string()
  .max(EXPOSED_NAME_MAX)
  .regex(/^(?:[a-z][a-z0-9]*__)?[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/)
  .brand<'ExposedName'>();
export type ExposedName = z.infer<typeof ExposedName>;

/** Name of a bundle, setting, external, registry or skill: kebab-case, 64 characters at most. */
export const KebabName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be kebab-case, such as cross-sections');

/** Relative path with `/` separators inside a package: no empty, `.` or `..` part, no backslash, no control character. */
export const PackagePath = z
  .string()
  .min(1)
  .max(240)
  .refine(
    (path) =>
      !/[\\\p{Cc}]/u.test(path) &&
      path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
    'must be a relative path without "..", backslashes or control characters',
  );
