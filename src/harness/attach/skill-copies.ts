import { isMap, parseDocument } from 'yaml';
import { type Digest, sha256, ToolbaseError } from '../../kernel/index.ts';

/** Longest name of a skill's folder. @see agentskills.io/specification */
const SKILL_NAME_MAX = 64;

/** A skill of a lock with its files, as the store has them. */
export interface SkillSource {
  /** Toolkit's name, scope included. */
  readonly toolkit: string;
  readonly name: string;
  /** By path in the skill's folder; `SKILL.md` is among them. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A skill as it goes into a harness's folder. */
export interface PlannedSkill {
  readonly folderName: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Gives each skill a folder name that is its own among all toolkits, and the same name in its front matter, as the format
 * asks. @throws ToolbaseError UNSUPPORTED for a name that is too long */
export const planSkills = (skills: readonly SkillSource[]): PlannedSkill[] =>
  skills.map((skill) => {
    const folderName = folderNameOf(skill);
    if (folderName.length > SKILL_NAME_MAX)
      throw new ToolbaseError(
        'UNSUPPORTED',
        `the skill ${skill.name} of ${skill.toolkit} would be called ${folderName}: over ${SKILL_NAME_MAX} characters`,
      );
    const files = new Map(skill.files);
    const text = files.get('SKILL.md');
    if (text !== undefined) files.set('SKILL.md', renamed(text, folderName));
    return { folderName, files };
  });

const folderNameOf = ({ toolkit, name }: SkillSource): string => {
  const owner = toolkit
    .replace(/^@/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${owner}-${name}`;
};

function renamed(bytes: Uint8Array, name: string): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  const front = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text);
  if (front?.[1] === undefined) return bytes;
  const document = parseDocument(front[1]);
  if (!isMap(document.contents)) return bytes;
  document.set('name', name);
  return Buffer.from(`---\n${document.toString({ lineWidth: 0 })}---${text.slice(front[0].length)}`);
}

/** Digest of each file. */
export const fileDigests = (files: ReadonlyMap<string, Uint8Array>): Record<string, Digest> =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, sha256(bytes)]));
