import { z } from 'zod';
import { canonicalJson, KebabName, ordinalCompare, ToolkitName } from '../../kernel/index.ts';
import { SkillEntry } from '../../manifest/index.ts';
import { Level } from './level.ts';

const named = { toolkit: ToolkitName, name: KebabName, level: Level };
const Skill = SkillEntry.omit({ name: true });

/** A skill gained, lost or changed. Its digest stands for all files of its folder. */
export const SkillDiff = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('added'), ...named, after: Skill }),
  z.strictObject({ change: z.literal('removed'), ...named, before: Skill }),
  z.strictObject({ change: z.literal('changed'), ...named, before: Skill, after: Skill }),
]);
export type SkillDiff = z.output<typeof SkillDiff>;

type Entry = SkillEntry & { readonly toolkit: ToolkitName };

/** Differences between two lists of skills, sorted by toolkit and name. */
export function compareSkills(before: readonly Entry[], after: readonly Entry[]): readonly SkillDiff[] {
  const [was, is] = [keyed(before), keyed(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort(ordinalCompare)
    .flatMap((key) => skillDiff(was.get(key), is.get(key)));
}

// No toolkit or skill name holds a space.
const keyed = (entries: readonly Entry[]) =>
  new Map(entries.map((entry) => [`${entry.toolkit} ${entry.name}`, entry]));

function skillDiff(before: Entry | undefined, after: Entry | undefined): SkillDiff[] {
  if (after === undefined) {
    if (before === undefined) return [];
    const { toolkit, name } = before;
    return [{ change: 'removed', toolkit, name, level: 'major', before: contentOf(before) }];
  }
  const { toolkit, name } = after;
  const is = contentOf(after);
  if (before === undefined) return [{ change: 'added', toolkit, name, level: 'minor', after: is }];
  const was = contentOf(before);
  if (canonicalJson(was) === canonicalJson(is)) return [];
  return [{ change: 'changed', toolkit, name, level: 'patch', before: was, after: is }];
}

const contentOf = ({ description, path, digest }: Entry): z.output<typeof Skill> => ({
  description,
  path,
  digest,
});
