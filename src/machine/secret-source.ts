import type { GivenValue } from './given-values.ts';
import { absolutePath, refuse } from './typed-value.ts';

/** Where a secret is. `plain` hands its value out by a call, so that nothing prints it by accident. */
export type SecretSource =
  | { readonly kind: 'env'; readonly variable: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'plain'; readonly reveal: () => string };

/** Reads a sensitive value: `env:NAME` or `file:PATH`. The value itself may only stand in the user's own file when
 * nobody else may read it, and in an environment variable. A project's committed file says nothing of secrets: it would
 * choose which of the user's secrets a toolkit gets.
 * @throws ToolbaseError BAD_SETTINGS, without the value */
export function secretSource(given: GivenValue, what: string, homeDir: string | undefined): SecretSource {
  const { value, origin } = given;
  if (origin.layer === 'project')
    return refuse(
      given,
      what,
      'is a secret and may not stand in a committed file: move it to toolbase.local.yaml',
    );
  if (typeof value !== 'string') return refuse(given, what, 'must be env:NAME or file:PATH');
  const variable = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(value)?.[1];
  if (variable !== undefined) return { kind: 'env', variable };
  if (value.startsWith('file:'))
    return { kind: 'file', path: absolutePath({ ...given, value: value.slice(5) }, what, homeDir) };
  if (value.startsWith('env:'))
    return refuse(given, what, 'does not name an environment variable after env:');
  if (origin.layer === 'environment') return { kind: 'plain', reveal: () => value };
  if (origin.layer !== 'user')
    return refuse(given, what, 'is a secret: write env:NAME or file:PATH, or keep it in the user settings');
  if (!given.ownerOnly)
    return refuse(
      given,
      what,
      'is a secret in a file that others own or may read: make it yours and run `chmod 600` on it, or write env:NAME',
    );
  return { kind: 'plain', reveal: () => value };
}

/** A secret that a flag names: `env:NAME` or `file:PATH`, since every user of a machine can read the arguments of a process.
 * @throws ToolbaseError BAD_SETTINGS for anything else, without quoting it */
export const secretReference = (value: string, flag: string, homeDir: string | undefined): SecretSource =>
  secretSource(
    { value, origin: { layer: 'flag', source: flag }, baseDir: undefined, ownerOnly: false },
    'the value',
    homeDir,
  );
