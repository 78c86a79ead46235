import { ordinalCompare, ToolbaseError } from '../kernel/index.ts';
import type { Procedure } from '../manifest/index.ts';
import type { Lock, LockedSkill } from './lock.ts';

/** A procedure of a skill, as clients see it. */
export interface ExposedPrompt {
  /** `<skill>__<procedure>`. */
  readonly name: string;
  readonly skill: LockedSkill;
  readonly procedure: Procedure;
}

/** Everything that `prompts/list` shows of a lock, sorted by name. */
export const exposedPrompts = (lock: Pick<Lock, 'skills'>): readonly ExposedPrompt[] =>
  lock.skills
    .flatMap((skill) =>
      (skill.procedures ?? []).map((procedure) => ({
        name: `${skill.name}__${procedure.name}`,
        skill,
        procedure,
      })),
    )
    .sort((a, b) => ordinalCompare(a.name, b.name));

/** @throws ToolbaseError NAME_COLLISION when two toolkits have a skill of one name with a procedure of one name */
export function checkUniquePrompts(skills: readonly LockedSkill[]): void {
  const prompts = exposedPrompts({ skills: [...skills] });
  const [first, second] = prompts.flatMap((each, at) => {
    const next = prompts[at + 1];
    return next?.name === each.name ? [each, next] : [];
  });
  if (first === undefined || second === undefined) return;
  throw new ToolbaseError(
    'NAME_COLLISION',
    `the procedure ${first.name} is in both ${first.skill.toolkit} and ${second.skill.toolkit}`,
    { hint: 'Leave one of the two toolkits out of the loadout.' },
  );
}
