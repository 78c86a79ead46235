import type { LockedSkill } from '../../lockfile/index.ts';
import type { ResourceContent } from '../resources.ts';

/** An entry of `skills/list`. @see SEP-2640 */
export interface Skill {
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly resources: unknown;
}

/** What a client may read of a session beside calling its operations. */
export interface Materials {
  /** @returns undefined when nothing is served at the address
   * @throws ToolbaseError FILE_TOO_LARGE, STORE_CHANGED, PATH_OUTSIDE */
  readonly read: (uri: string) => Promise<ResourceContent | undefined>;
  /** Text of a skill's file. @param file inside the skill's folder   @throws ToolbaseError STORE_CHANGED, NOT_FOUND */
  readonly skillText: (skill: LockedSkill, file: string) => Promise<string>;
  /** In the order of the lock. @throws ToolbaseError STORE_CHANGED */
  readonly skills: () => Promise<readonly Skill[]>;
}
