export { jsonEqual } from './json-equal.ts';
export { canonicalJson, digestOf, type Json, prettyCanonicalJson } from './canonical-json.ts';
export { cleanText } from './clean-text.ts';
export { headOf, tailOf } from './cut-text.ts';
export { Digest, hexOf, Integrity, integrityOf, sha256 } from './digest.ts';
export { ERROR_CODES, type ErrorCode, type ExitStatus } from './error-codes.ts';
export { forEachLimited } from './for-each-limited.ts';
export {
  Alias,
  EXPOSED_NAME_MAX,
  ExposedName,
  KebabName,
  OperationName,
  PackagePath,
  ToolkitName,
  Version,
} from './ids.ts';
export { JsonPointer, valueAt } from './json-pointer.ts';
export { meantHint, nearMatches } from './near-matches.ts';
export { LOG_LEVELS, type LogLevel } from './log-level.ts';
export { byteCompare, ordinalCompare } from './ordinal-compare.ts';
export { parseWith, pointerOf } from './parse-with.ts';
export { quickCheck, quickCheckOf } from './quick-check.ts';
export { type Rational, RationalText, ratio, rational, rationalText, sumOf } from './rational.ts';
export { shellWord } from './shell-word.ts';
export { parseStrictJson } from './strict-json.ts';
export { parseStrictYaml } from './strict-yaml.ts';
export {
  type ErrorReport,
  isSystemError,
  isAbsent,
  isToolbaseError,
  reportOf,
  ToolbaseError,
} from './toolbase-error.ts';
