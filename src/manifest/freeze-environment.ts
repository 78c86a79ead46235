import { sha256, ToolbaseError } from '../kernel/index.ts';
import type { EnvironmentDeclaration, EnvironmentSource } from './environment-declaration.ts';
import { type NpmProject, parsePackageLock } from './pinned-packages.ts';
import { parseRequirements, type PinnedRequirement } from './pinned-requirements.ts';

/** Text of a file of the package by its path, or undefined when there is none. */
export type ReadPackageText = (path: string) => string | undefined;

/** What an environment installs, read from the file that pins it. */
export type PinnedEnvironment =
  | { readonly kind: 'python'; readonly requirements: readonly PinnedRequirement[] }
  | { readonly kind: 'npm'; readonly project: NpmProject };

/** Path of the file that pins an environment. */
export const pinningFile = (environment: EnvironmentSource): string =>
  environment.kind === 'python' ? environment.requirements : environment.lock;

/** Files of the package that an environment is made from: the pinning file first. */
export function environmentFiles(environment: EnvironmentSource): string[] {
  const pinning = pinningFile(environment);
  return environment.kind === 'python'
    ? [pinning]
    : [pinning, pinning.replace(/package-lock\.json$/, 'package.json')];
}

/** Reads and checks what an environment installs; for one of a packed toolkit, also that the file is the one whose
 * digest `toolkit.json` declares.
 * @param label names the environment in messages
 * @throws ToolbaseError BAD_MANIFEST, BAD_JSON */
export function pinnedEnvironment(
  environment: EnvironmentSource | EnvironmentDeclaration,
  read: ReadPackageText,
  label: string,
): PinnedEnvironment {
  const [pinning = '', beside] = environmentFiles(environment);
  const text = requiredText(pinning, read, label);
  const name = `${label}, ${pinning}`;
  if ('sha256' in environment && sha256(text) !== environment.sha256)
    throw new ToolbaseError('BAD_MANIFEST', `${name} is not the file that toolkit.json was made with`);
  switch (environment.kind) {
    case 'python':
      return { kind: 'python', requirements: parseRequirements(text, name) };
    case 'npm':
      return {
        kind: 'npm',
        project: parsePackageLock(text, beside === undefined ? undefined : read(beside), name),
      };
  }
}

/** An environment as `toolkit.json` declares it, once it is certain that everything in it is pinned by hash.
 * @throws ToolbaseError BAD_MANIFEST, BAD_JSON */
export function freezeEnvironment(
  source: EnvironmentSource,
  read: ReadPackageText,
  label: string,
): EnvironmentDeclaration {
  pinnedEnvironment(source, read, label);
  return { ...source, sha256: sha256(requiredText(pinningFile(source), read, label)) };
}

function requiredText(path: string, read: ReadPackageText, label: string): string {
  const text = read(path);
  if (text !== undefined) return text;
  throw new ToolbaseError('BAD_MANIFEST', `${label} needs the file ${path}, which is not in the package`);
}
