import type { Packument } from './packument.ts';

// Each takes less than the schema does.
const NAME = /^(?:@[a-z0-9][a-z0-9-]{0,99}\/)?[a-z0-9][a-z0-9-]{0,99}$/;
const VERSION = /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/;
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;
const TAG = /^[a-z][a-z0-9-]{0,30}$/;
const RANGE_MAX = 100;

type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a packument as most are: of releases, with their integrity and what they need, and nothing else. Each
 * such value fits the schema, which takes many times longer to say so; about all others only the schema decides.
 * @param value parsed JSON */
export function isPlainPackument(value: unknown): value is Packument {
  if (!isObject(value)) return false;
  const { formatVersion, name, distTags, versions, ...others } = value;
  return (
    formatVersion === 1 &&
    matches(NAME, name) &&
    each(distTags, (tag, version) => TAG.test(tag) && matches(VERSION, version)) &&
    each(versions, (version, release) => VERSION.test(version) && isPlainRelease(release)) &&
    Object.keys(others).length === 0
  );
}

const isPlainRelease = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  matches(INTEGRITY, value['integrity']) &&
  each(value['toolkitDependencies'], (name, range) => NAME.test(name) && isRange(range));

const isRange = (value: unknown): boolean => typeof value === 'string' && value.length <= RANGE_MAX;

const matches = (pattern: RegExp, value: unknown): boolean =>
  typeof value === 'string' && pattern.test(value);

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function each(value: unknown, holds: (key: string, member: unknown) => boolean): boolean {
  if (!isObject(value)) return false;
  for (const key of Object.keys(value)) if (!holds(key, value[key])) return false;
  return true;
}
