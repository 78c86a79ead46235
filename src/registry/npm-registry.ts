import type { ToolkitName, Version } from '../kernel/index.ts';
import type { WritableRegistry } from './registry.ts';

export interface Account {
  readonly user: string;
  readonly password: string;
  /** Make a new account, where the registry lets anybody. */
  readonly register?: boolean;
}

/** How the registry took a logout. `kept`: it goes on accepting the token, which therefore stays a secret for good. */
export type Logout = 'no-token' | 'ended' | 'kept';

/** A registry that speaks npm's protocol. Every function throws ToolbaseError REGISTRY_UNAVAILABLE (no answer, or
 * offline), REGISTRY_DENIED (401, 403), UNSUPPORTED (405) and BAD_REGISTRY (an answer that makes no sense). */
export interface NpmRegistry extends WritableRegistry {
  /** The address under which a token for it is stored: `//host:port/path/`. */
  readonly tokenOwner: string;
  /** @throws ToolbaseError UNKNOWN_TOOLKIT */
  distTags(name: ToolkitName): Promise<ReadonlyMap<string, Version>>;
  /** Points a tag to a version. @throws ToolbaseError BAD_NAME, NO_VERSION */
  setDistTag(name: ToolkitName, tag: string, version: Version): Promise<void>;
  /** @throws ToolbaseError USAGE for `latest`, NOT_FOUND */
  removeDistTag(name: ToolkitName, tag: string): Promise<void>;
  /** Marks versions as not to be chosen any more, and why; an empty reason takes that back.
   * @throws ToolbaseError UNKNOWN_TOOLKIT, NO_VERSION */
  deprecate(name: ToolkitName, versions: readonly Version[], reason: string): Promise<void>;
  /** Takes a version back, and the toolkit with its last one. @throws ToolbaseError UNKNOWN_TOOLKIT, NO_VERSION */
  unpublish(name: ToolkitName, version: Version): Promise<void>;
  /** A token for a user name and password. It is not stored. @throws ToolbaseError ALREADY_EXISTS */
  login(account: Account): Promise<string>;
  /** Whom the registry takes the caller for; undefined for nobody. */
  whoami(): Promise<string | undefined>;
  /** Asks the registry to end the token in use. Where it is stored, it stays. */
  logout(): Promise<Logout>;
}
