import { type Json, ToolbaseError } from '../../../kernel/index.ts';
import {
  type Attachable,
  type AttachScope,
  type ConfigPlaces,
  type ServerLaunch,
} from '../../attach/attachable.ts';
import { ATTACHABLES, type AttachableId } from '../../attach/attachables.ts';
import { type Attachment, entryDigest } from '../../attach/attachment.ts';
import { planAttach, planDetach } from '../../attach/plan-config.ts';
import { refuseExpanded } from '../../attach/refuse-expanded.ts';
import { shownChange } from '../../attach/shown-change.ts';
import { planSkills, type SkillSource } from '../../attach/skill-copies.ts';
import { chosenFile, readConfigText, writeConfigText } from './config-file.ts';
import type { AttachmentRecords } from './records.ts';
import { planCopies, removeCopies, writeCopies } from './skill-folders.ts';

/** Which server of which agent program. */
export interface AttachTarget {
  readonly harness: AttachableId;
  /** Default: the project's where the program has one, else the user's. */
  readonly scope?: AttachScope;
  /** Name of the server, such as `toolbase`. */
  readonly name: string;
  readonly places: ConfigPlaces;
  readonly force: boolean;
  /** Only plan: nothing is written. */
  readonly dryRun: boolean;
}

export interface AttachRequest extends AttachTarget {
  /** Absolute. */
  readonly lock: string;
  readonly launch: ServerLaunch;
  readonly skills: readonly SkillSource[];
}

/** What was done, or would be. */
export interface AttachResult {
  readonly harness: AttachableId;
  readonly scope: AttachScope;
  /** Absolute path of the configuration file. */
  readonly file: string;
  readonly name: string;
  readonly done: 'attached' | 'updated' | 'unchanged' | 'detached' | 'not-attached';
  readonly dryRun: boolean;
  /** The change for a person to review; empty when there is none. */
  readonly change: string;
  /** Absolute folders of the skills that were copied or removed. */
  readonly skills: readonly string[];
  /** Files that were edited since, and stay. */
  readonly kept: readonly string[];
  readonly afterwards: string;
}

/** Writes a server into the configuration of an agent program, and copies the skills to where it looks for them. Everything
 * else in the file stays to the byte; doing it again changes nothing.
 * @throws ToolbaseError USAGE, ALREADY_EXISTS, UNSUPPORTED, NOT_WRITABLE; nothing is written then, save by the last */
export const attach = (request: AttachRequest, records: AttachmentRecords): Promise<AttachResult> =>
  request.dryRun ? attachNow(request, records) : records.alone(() => attachNow(request, records));

async function attachNow(request: AttachRequest, records: AttachmentRecords): Promise<AttachResult> {
  const { harness: id, name, force } = request;
  const harness: Attachable = ATTACHABLES[id];
  refuseExpanded(harness, request.launch);
  const { scope, file } = await placeOf(harness, request);
  const attachment = await records.find(file, name);
  const text = await readConfigText(file);
  const entry: Record<string, Json> = harness.entry(request.launch);
  const plan = planAttach(harness, { file, text, attachment }, name, entry, { force });
  const skillsDir = harness.skills[scope]?.(request.places);
  const planned = skillsDir === undefined ? [] : planSkills(request.skills);
  const owned = (await records.all()).flatMap(({ skills }) => skills);
  const skills = await planCopies(skillsDir ?? '', planned, owned, { force });
  if (!request.dryRun) {
    // The record first: after a crash it says what may be ours.
    const { created, splice } = plan;
    const lock = request.lock;
    await records.save({
      formatVersion: 1,
      harness: id,
      scope,
      name,
      file,
      lock,
      created,
      entryDigest: entryDigest(entry),
      splice,
      skills,
    });
    try {
      if (text !== plan.text) await writeConfigText(file, text, plan.text);
    } catch (thrown) {
      await (attachment === undefined ? records.drop({ file, name }) : records.save(attachment));
      throw thrown;
    }
    await writeCopies(skills, planned, attachment?.skills ?? []);
  }
  return {
    harness: id,
    scope,
    file,
    name,
    done: doneOf(attachment, text === plan.text),
    dryRun: request.dryRun,
    change: text === plan.text ? '' : shownChange(harness, file, name, entry),
    skills: skills.map(({ folder }) => folder),
    kept: [],
    afterwards: harness.afterwards,
  };
}

/** Takes out what `attach` wrote, and only that.
 * @throws ToolbaseError USAGE when the entry was edited since; UNSUPPORTED, NOT_WRITABLE */
export const detach = (target: AttachTarget, records: AttachmentRecords): Promise<AttachResult> =>
  target.dryRun ? detachNow(target, records) : records.alone(() => detachNow(target, records));

async function detachNow(target: AttachTarget, records: AttachmentRecords): Promise<AttachResult> {
  const { harness: id, name, force, dryRun } = target;
  const harness: Attachable = ATTACHABLES[id];
  const { scope, file } = await placeOf(harness, target);
  const attachment = await records.find(file, name);
  const text = await readConfigText(file);
  const rest = planDetach(harness, { file, text, attachment }, name, { force });
  let kept: string[] = [];
  if (!dryRun && attachment !== undefined) {
    if (text !== rest) await writeConfigText(file, text, rest);
    const others = (await records.all()).filter((other) => other.file !== file || other.name !== name);
    kept = await removeCopies(attachment.skills, others);
    await records.drop(attachment);
  }
  return {
    harness: id,
    scope,
    file,
    name,
    done: attachment === undefined ? 'not-attached' : 'detached',
    dryRun,
    change: text === rest ? '' : shownChange(harness, file, name, undefined),
    skills: attachment?.skills.map(({ folder }) => folder) ?? [],
    kept,
    afterwards: harness.afterwards,
  };
}

const doneOf = (attachment: Attachment | undefined, same: boolean): AttachResult['done'] =>
  attachment === undefined ? 'attached' : same ? 'unchanged' : 'updated';

async function placeOf(
  harness: Attachable,
  { scope, places }: AttachTarget,
): Promise<{ scope: AttachScope; file: string }> {
  const wanted = scope ?? (harness.files.project === undefined ? 'user' : 'project');
  const candidates = harness.files[wanted]?.(places);
  if (candidates !== undefined) return { scope: wanted, file: await chosenFile(candidates) };
  throw new ToolbaseError('USAGE', `${harness.title} has no configuration of a ${wanted}`, {
    hint: `Use --scope ${wanted === 'user' ? 'project' : 'user'}.`,
  });
}
