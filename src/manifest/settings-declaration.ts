import { z } from 'zod';
import { modelLine, modelText } from './model-text.ts';

export const SettingName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'must be snake_case, such as n_threads');

const described = {
  title: modelLine(80),
  description: modelText(400).max(400).optional(),
  required: z.boolean().default(false),
};

/** A machine-local value that a toolkit needs, in the vocabulary of MCPB's `user_config`. */
export const SettingDeclaration = z.discriminatedUnion('type', [
  z.strictObject({
    ...described,
    type: z.literal('string'),
    default: z.string().optional(),
    sensitive: z.boolean().default(false),
  }),
  z.strictObject({
    ...described,
    type: z.literal('number'),
    default: z.number().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
  }),
  z.strictObject({ ...described, type: z.literal('boolean'), default: z.boolean().optional() }),
  z.strictObject({ ...described, type: z.literal('file'), default: z.string().optional() }),
  z.strictObject({ ...described, type: z.literal('directory'), default: z.string().optional() }),
]);
export type SettingDeclaration = z.output<typeof SettingDeclaration>;

/** What a program is asked its version by. `install` and `doctor` run it, of toolkits that nobody has looked at yet: with other
 * words, or none, it would be a command of the toolkit's choice. */
const VersionArgument = z
  .string()
  .max(20)
  .regex(
    /^(?:--?)?(?:[vV]|[vV]ersion|VERSION|dumpversion)$/,
    'must only ask for the version: --version, -version, version, -v, -V or -dumpversion',
  );

/** A program that a toolkit needs on the machine, how to ask for its version, and which versions fit. */
export const ExternalDeclaration = z.strictObject({
  title: modelLine(80),
  /** Program name, looked up on PATH unless the machine settings give its path. */
  command: z.string().regex(/^[A-Za-z0-9._+-]{1,64}$/),
  versionArgs: z.array(VersionArgument).min(1).max(1).default(['--version']),
  /** Regular expression whose first group is the version in the program's output. */
  versionPattern: z.string().max(200).default('(\\d+\\.\\d+(?:\\.\\d+)?)'),
  versions: modelLine(100).default('*'),
  optional: z.boolean().default(false),
  /** Package names by system package manager: what `doctor` proposes. */
  install: z.partialRecord(z.enum(['apt', 'brew', 'dnf', 'conda', 'npm', 'pip']), modelLine(200)).default({}),
});
export type ExternalDeclaration = z.output<typeof ExternalDeclaration>;
