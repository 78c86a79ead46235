import { canonicalJson } from '../../kernel/index.ts';
import type { SettingDeclaration } from '../../manifest/index.ts';
import { type Level, highest } from './level.ts';

/** The level of a setting gained, lost or changed: `major` when settings that served a machine so far may not, or when the
 * operations get another value from them. */
export function settingLevel(
  before: SettingDeclaration | undefined,
  after: SettingDeclaration | undefined,
): Level {
  // Settings files that still hold it are refused.
  if (after === undefined) return 'major';
  if (before === undefined) return mustBeSet(after) ? 'major' : 'minor';
  if (before.type !== after.type || textOf(before.default) !== textOf(after.default)) return 'major';
  return highest([
    requirementLevel(before, after),
    rangeLevel(before, after),
    sensitivityLevel(before, after),
  ]);
}

function requirementLevel(before: SettingDeclaration, after: SettingDeclaration): Level {
  if (mustBeSet(after) && !mustBeSet(before)) return 'major';
  return before.required === after.required ? 'patch' : 'minor';
}

function rangeLevel(before: SettingDeclaration, after: SettingDeclaration): Level {
  if (before.type !== 'number' || after.type !== 'number') return 'none';
  const [low, high] = [before.min ?? -Infinity, before.max ?? Infinity];
  const [newLow, newHigh] = [after.min ?? -Infinity, after.max ?? Infinity];
  if (newLow > low || newHigh < high) return 'major';
  return newLow < low || newHigh > high ? 'minor' : 'none';
}

// A value that becomes sensitive is refused where it may stand now: in a committed file.
function sensitivityLevel(before: SettingDeclaration, after: SettingDeclaration): Level {
  if (before.type !== 'string' || after.type !== 'string' || before.sensitive === after.sensitive)
    return 'none';
  return after.sensitive ? 'major' : 'minor';
}

const mustBeSet = (setting: SettingDeclaration): boolean => setting.required && setting.default === undefined;

const textOf = (value: string | number | boolean | undefined) =>
  value === undefined ? undefined : canonicalJson(value);
