import type { SettingDeclaration } from '../manifest/index.ts';
import type { SettingValue } from './settings.ts';

/** Stands for a secret whose value is written down somewhere. */
export const HIDDEN = 'set, hidden';

/** A value as it may be printed: a secret only as the reference that was written for it. Text of a setting that nobody
 * declares here may be a secret too. */
export function shownValue(value: SettingValue, declaration: SettingDeclaration | undefined): SettingValue {
  const open = declaration !== undefined && !isSensitive(declaration);
  if (open) return value;
  if (typeof value === 'string') return isReference(value) ? value : HIDDEN;
  return declaration === undefined ? value : HIDDEN;
}

export const isSensitive = (declaration: SettingDeclaration): boolean =>
  declaration.type === 'string' && declaration.sensitive;

/** `env:NAME` or `file:PATH`: says where a secret is, and is none itself. */
export const isReference = (value: string): boolean =>
  /^env:[A-Za-z_][A-Za-z0-9_]*$/.test(value) || value.startsWith('file:');
