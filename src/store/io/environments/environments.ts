import type {
  EnvironmentEvent,
  InstalledEnvironment,
  StoredEnvironment,
  ToolkitEnvironment,
} from '../../environment.ts';

export interface EnvironmentTools {
  /** The user's own environment variables; an allow-list of them reaches the installers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Interpreters named in the machine settings, absolute: the first that fits is used, and no other. */
  readonly pythons?: readonly string[] | undefined;
  /** For each program that takes part in a build; 30 min by default. */
  readonly timeoutMs?: number;
}

/** The environments of one machine's store. */
export interface Environments {
  /** Builds an environment unless it is there. Several processes may build the same one; all but one discard theirs.
   * @param options.check hashes one that is there again, and replaces it when it was changed
   * @throws ToolbaseError EXTERNAL_MISSING, ENVIRONMENT_FAILED, INTEGRITY_MISMATCH, BAD_MANIFEST, CANCELLED, NOT_WRITABLE */
  ensure(
    environment: ToolkitEnvironment,
    options?: {
      readonly check?: boolean | undefined;
      readonly signal?: AbortSignal | undefined;
      readonly onEvent?: ((event: EnvironmentEvent) => void) | undefined;
    },
  ): Promise<InstalledEnvironment>;
  /** What `ensure` would find, hashed again: `changed` also when its interpreter is gone. Changes nothing.
   * @throws ToolbaseError EXTERNAL_MISSING, BAD_MANIFEST */
  stateOf(environment: ToolkitEnvironment): Promise<'present' | 'missing' | 'changed'>;
  /** The environment that was installed last for what a toolkit declares. Builds nothing.
   * @throws ToolbaseError NOT_INSTALLED, BAD_MANIFEST */
  find(environment: ToolkitEnvironment): Promise<InstalledEnvironment>;
  /** As find, and hashes the files again. @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED naming the files */
  verify(environment: ToolkitEnvironment): Promise<void>;
  /** All that were built to the end, the one installed last first. */
  list(): Promise<StoredEnvironment[]>;
  /** Hashes one again by its key. @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED */
  verifyStored(key: string): Promise<void>;
  /** Removes all environments that none of these needs, and what killed builds left a day ago.
   * @param options.dryRun only say what would be removed
   * @returns what was removed   @throws ToolbaseError NOT_WRITABLE, BAD_MANIFEST */
  removeUnused(
    inUse: readonly ToolkitEnvironment[],
    options?: { readonly dryRun?: boolean },
  ): Promise<StoredEnvironment[]>;
}
