/** Exit statuses of every command: 1 a check found a difference, 2 wrong use or bad input,
 * 3 the environment cannot, 70 our own fault (sysexits EX_SOFTWARE). 130 and 143 are left to the signals. */
export type ExitStatus = 0 | 1 | 2 | 3 | 70;

/** Every code a user can meet, with the exit status it fixes. Codes are stable: scripts match on them. */
export const ERROR_CODES = {
  // 1: a check found a difference
  LOCK_STALE: 1,
  STORE_CHANGED: 1,
  HOST_DRIFT: 1,
  INTERFACE_CHANGED: 1,
  CHECK_FAILED: 1,
  // 2: wrong use or bad input
  USAGE: 2,
  NOT_FOUND: 2,
  ALREADY_EXISTS: 2,
  FILE_TOO_LARGE: 2,
  BAD_JSON: 2,
  BAD_YAML: 2,
  BAD_NAME: 2,
  BAD_VERSION: 2,
  BAD_MANIFEST: 2,
  BAD_LOADOUT: 2,
  BAD_SETTINGS: 2,
  BAD_SCHEMA: 2,
  BAD_ARCHIVE: 2,
  BAD_REGISTRY: 2,
  BAD_EXPRESSION: 2,
  BAD_BENCHMARK: 2,
  BAD_CAMPAIGN: 2,
  BAD_RECORD: 2,
  LOCK_DAMAGED: 2,
  LOCK_VERSION: 2,
  LOCK_CONFLICT: 2,
  INTEGRITY_MISMATCH: 2,
  NAME_COLLISION: 2,
  UNKNOWN_TOOLKIT: 2,
  UNKNOWN_BUNDLE: 2,
  UNKNOWN_OPERATION: 2,
  UNSUPPORTED: 2,
  NO_VERSION: 2,
  UNSATISFIABLE: 2,
  BAD_ARGUMENTS: 2,
  PATH_OUTSIDE: 2,
  OPERATION_FAILED: 2,
  // 3: the environment cannot
  NOT_INSTALLED: 3,
  EXTERNAL_MISSING: 3,
  ENVIRONMENT_FAILED: 3,
  SETTING_MISSING: 3,
  REGISTRY_UNAVAILABLE: 3,
  REGISTRY_DENIED: 3,
  NO_HOME: 3,
  NOT_WRITABLE: 3,
  PLATFORM: 3,
  HOST_FAILED: 3,
  HOST_TIMEOUT: 3,
  CANCELLED: 3,
  // 70: our own fault
  BAD_RESULT: 70,
  INTERNAL: 70,
} as const satisfies Record<string, ExitStatus>;

export type ErrorCode = keyof typeof ERROR_CODES;
