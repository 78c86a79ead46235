import { z } from 'zod';
import {
  type Digest,
  KebabName,
  ordinalCompare,
  parseStrictYaml,
  parseWith,
  ToolbaseError,
} from '../kernel/index.ts';
import { checkModelText, modelText } from './model-text.ts';
import { type Procedure, readProcedure, splitFrontMatter } from './procedure.ts';
import type { SkillEntry } from './toolkit-manifest.ts';

/** Front matter of `SKILL.md`; what else the Agent Skills format allows there passes unread. */
const SkillHeader = z.looseObject({ name: KebabName, description: modelText(1024).min(1) });

/** Longest `SKILL.md`, in characters. */
const SKILL_TEXT_MAX = 100_000;

/** A skill's folder as it was found in the toolkit. */
export type SkillSource = {
  /** Inside the package. */
  readonly folder: string;
  /** Contents of `SKILL.md`. */
  readonly text: string;
  /** Other texts of the folder that a model may read, by path inside the package. */
  readonly otherTexts: readonly { readonly path: string; readonly text: string }[];
  /** Tree digest over the folder's files. */
  readonly digest: Digest;
};

/** Reads what the lock keeps of a skill.
 * @see agentskills.io, the SKILL.md format: the name is the folder's
 * @throws ToolbaseError BAD_MANIFEST, BAD_YAML */
export function readSkill(source: SkillSource): SkillEntry {
  const label = `${source.folder}/SKILL.md`;
  refuseHidden([{ path: label, text: source.text }, ...source.otherTexts]);
  const header = splitFrontMatter(source.text)?.header;
  if (header === undefined)
    throw new ToolbaseError('BAD_MANIFEST', `${label} does not begin with front matter`, {
      hint: 'Begin it with a line ---, then name: and description:, then a line ---.',
    });
  const { name, description } = parseWith(SkillHeader, parseStrictYaml(header, label), label, 'BAD_MANIFEST');
  const folderName = source.folder.split('/').at(-1);
  if (name !== folderName)
    throw new ToolbaseError(
      'BAD_MANIFEST',
      `${label} is named ${name}, but its folder is ${String(folderName)}`,
      { hint: 'Give the skill and its folder one name.' },
    );
  const procedures = proceduresOf(source);
  return {
    name,
    description,
    path: source.folder,
    digest: source.digest,
    ...(procedures.length === 0 ? {} : { procedures }),
  };
}

/** The texts of the folder `procedures`, by the names of their files. */
function proceduresOf({ folder, otherTexts }: SkillSource): Procedure[] {
  const inside = `${folder}/procedures/`;
  return otherTexts
    .filter(({ path }) => path.startsWith(inside) && !path.slice(inside.length).includes('/'))
    .map(({ path, text }) => readProcedure(path.slice(inside.length).replace(/\.md$/, ''), text, path))
    .sort((a, b) => ordinalCompare(a.name, b.name));
}

function refuseHidden(texts: readonly { readonly path: string; readonly text: string }[]): void {
  for (const { path, text } of texts) {
    const fault = checkModelText(text, SKILL_TEXT_MAX);
    if (fault !== undefined) throw new ToolbaseError('BAD_MANIFEST', `${path} ${fault}`);
  }
}
