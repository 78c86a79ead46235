import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';
import type { SettingDeclaration } from '../manifest/index.ts';
import type { GivenValue } from './given-values.ts';
import type { SettingValue } from './settings.ts';

/** A given value as its declaration types it. Text from the environment and from flags is read as what is declared.
 * @param what names the setting in messages   @param homeDir what `~` stands for
 * @throws ToolbaseError BAD_SETTINGS naming the place */
export function typedValue(
  declaration: SettingDeclaration,
  given: GivenValue,
  what: string,
  homeDir: string | undefined,
): SettingValue {
  switch (declaration.type) {
    case 'string':
      return typeof given.value === 'string'
        ? given.value
        : refuse(given, what, 'must be text: put it in quotes');
    case 'boolean':
      return asBoolean(given) ?? refuse(given, what, 'must be true or false');
    case 'number':
      return inBounds(asNumber(given) ?? refuse(given, what, 'must be a number'), declaration, given, what);
    case 'file':
    case 'directory':
      return absolutePath(given, what, homeDir);
  }
}

const isText = ({ origin }: GivenValue): boolean => origin.layer === 'environment' || origin.layer === 'flag';

function asBoolean(given: GivenValue): boolean | undefined {
  if (isText(given) && (given.value === 'true' || given.value === 'false')) return given.value === 'true';
  return typeof given.value === 'boolean' ? given.value : undefined;
}

function asNumber(given: GivenValue): number | undefined {
  const { value } = given;
  if (typeof value === 'number') return value;
  if (!isText(given) || typeof value !== 'string') return undefined;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(value) ? Number(value) : undefined;
}

function inBounds(
  value: number,
  { min, max }: Extract<SettingDeclaration, { type: 'number' }>,
  given: GivenValue,
  what: string,
): number {
  if (min !== undefined && value < min) return refuse(given, what, `must be at least ${min}`);
  return max !== undefined && value > max ? refuse(given, what, `must be at most ${max}`) : value;
}

/** The absolute path that a value means. @throws ToolbaseError BAD_SETTINGS */
export function absolutePath(given: GivenValue, what: string, homeDir: string | undefined): string {
  const { value, baseDir } = given;
  if (typeof value !== 'string' || value === '' || value.includes('\0'))
    return refuse(given, what, 'must be a path');
  if (path.isAbsolute(value)) return path.normalize(value);
  if (value === '~' || value.startsWith('~/'))
    return homeDir === undefined
      ? refuse(given, what, 'starts with ~, but there is no home directory')
      : path.join(homeDir, value.slice(1));
  return baseDir === undefined
    ? refuse(given, what, 'must be an absolute path')
    : path.resolve(baseDir, value);
}

export function refuse(given: Pick<GivenValue, 'origin'>, what: string, why: string): never {
  throw new ToolbaseError('BAD_SETTINGS', `${what} in ${given.origin.source} ${why}`);
}
