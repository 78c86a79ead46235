import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';
import type { MachineLayers } from './layer.ts';
import type { Settings } from './settings.ts';
import { absolutePath } from './typed-value.ts';

export interface ConfiguredPolicy {
  /** Absolute path of a `trusted_root.json`. */
  readonly trustedRoot: string;
  readonly requireSignature: Settings['policy']['requireSignature'];
}

/** What the user's own settings say of signatures; undefined when nobody is trusted. Only that file counts: whoever
 * sends a project could name authorities of its own.
 * @throws ToolbaseError BAD_SETTINGS for a policy in any other file, and for rules without a trusted root */
export function signaturePolicy({ files, homeDir }: MachineLayers): ConfiguredPolicy | undefined {
  let found: ConfiguredPolicy | undefined;
  for (const { name: layer, file, ownerOnly, settings } of files) {
    const { trustedRoot: value, requireSignature } = settings.policy;
    if (value === undefined && requireSignature.length === 0) continue;
    if (layer !== 'user')
      throw new ToolbaseError('BAD_SETTINGS', `policy in ${file} counts only in the user's own settings`, {
        hint: 'Take it out of that file and put it into your own settings file.',
      });
    if (value === undefined)
      throw new ToolbaseError(
        'BAD_SETTINGS',
        `policy in ${file} asks for signatures, but names no trustedRoot`,
      );
    const given = { origin: { layer, source: file }, value, baseDir: path.dirname(file), ownerOnly };
    found = { trustedRoot: absolutePath(given, 'policy.trustedRoot', homeDir), requireSignature };
  }
  return found;
}
