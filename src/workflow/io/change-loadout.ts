import { stat } from 'node:fs/promises';
import { meantHint, shellWord, ToolbaseError, type ToolkitName } from '../../kernel/index.ts';
import { atomicWrite, linkTarget, notWritable, withFileLock } from '../../kernel/io/index.ts';
import { decodeLoadoutFile, editLoadout, type Loadout, type LoadoutEdit } from '../../loadout/index.ts';
import { readLoadout, readLoadoutText } from '../../loadout/io/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { writeLock } from '../../lockfile/io/index.ts';
import { defaultRange } from '../default-range.ts';
import { lockPathOf } from '../lock-path.ts';
import { createShelf, failureOf, type LockCollaborators } from './choose-versions.ts';
import { comparedWith, lockBefore, type LockResult } from './create-lock.ts';
import { planLock, refuseUnaskedMoves } from './plan-lock.ts';

/** A toolkit to take. Without a range: from its newest version up to the next major one. */
export interface Addition {
  readonly name: ToolkitName;
  readonly range?: string | undefined;
}

export interface ChangedEntry {
  readonly name: ToolkitName;
  readonly outcome: 'added' | 'range-changed' | 'removed';
  readonly range?: string;
  /** The range before. */
  readonly before?: string;
}

export interface LoadoutChange extends LockResult {
  readonly loadoutFile: string;
  readonly entries: readonly ChangedEntry[];
}

interface Change {
  readonly loadoutFile: string;
  readonly dryRun: boolean;
}

/** Takes toolkits into a loadout, or gives those that are there another range, and locks again. Both files are written
 * when all of it can be locked; otherwise neither is.
 * @throws ToolbaseError ALREADY_EXISTS for one that is there and gets no other range; what editLoadout, readLoadout and
 * planLock throw; NOT_WRITABLE */
export async function addToolkits(
  additions: readonly Addition[],
  change: Change,
  around: LockCollaborators,
): Promise<LoadoutChange> {
  return changeLoadout(change, around, async (loadout, before) => {
    const shelf = createShelf({ loadout, before }, around);
    const entries: ChangedEntry[] = [];
    for (const { name, range } of additions) {
      const old = Object.hasOwn(loadout.toolkits, name) ? loadout.toolkits[name]?.version : undefined;
      if (old !== undefined && (range === undefined || range === old))
        throw new ToolbaseError('ALREADY_EXISTS', `${name} is in ${change.loadoutFile} already, as ${old}`, {
          hint: `Run \`toolbase update ${name} --loadout ${shellWord(change.loadoutFile)}\` for its newest version there, or add it with another range.`,
        });
      const taken = range ?? defaultRange(await shelf.versionsOf(name));
      if (taken === undefined)
        throw await failureOf({ kind: 'unknown-toolkit', name }, { before, shelf }, around.registries);
      entries.push(
        old === undefined
          ? { name, outcome: 'added', range: taken }
          : { name, outcome: 'range-changed', range: taken, before: old },
      );
    }
    return entries;
  });
}

/** Takes toolkits out of a loadout and locks again. Both files are written when that can be locked; otherwise neither.
 * @throws ToolbaseError UNKNOWN_TOOLKIT for one that the loadout does not name; what else addToolkits throws */
export function removeToolkits(
  names: readonly ToolkitName[],
  change: Change,
  around: LockCollaborators,
): Promise<LoadoutChange> {
  return changeLoadout(change, around, (loadout, before, text) => {
    const own = Object.keys(decodeLoadoutFile(text, change.loadoutFile).toolkits ?? {});
    const missing = names.find((name) => !own.includes(name));
    if (missing !== undefined) throw notThere(missing, change.loadoutFile, { own, loadout, before });
    return Promise.resolve(names.map((name) => ({ name, outcome: 'removed' as const })));
  });
}

function notThere(
  name: ToolkitName,
  file: string,
  { own, loadout, before }: { own: readonly string[]; loadout: Loadout; before: Lock | undefined },
): ToolbaseError {
  const users = Object.entries(before?.toolkits ?? {}).filter(([, { dependencies }]) =>
    Object.hasOwn(dependencies, name),
  );
  const hint = Object.hasOwn(loadout.toolkits, name)
    ? `It comes from a loadout that this one extends: write \`exclude: [${JSON.stringify(name)}]\`.`
    : users.length > 0
      ? `It is locked because ${users.map(([user]) => user).join(', ')} ${users.length === 1 ? 'needs' : 'need'} it.`
      : meantHint(name, own);
  return new ToolbaseError('UNKNOWN_TOOLKIT', `${file} does not name ${name}`, { hint });
}

type Decide = (loadout: Loadout, before: Lock | undefined, text: string) => Promise<readonly ChangedEntry[]>;

/** So many others may change the same loadout meanwhile. */
const MAX_TRIES = 20;

/** Decided anew when another process changed the loadout meanwhile: neither change is lost. */
async function changeLoadout(
  change: Change,
  around: LockCollaborators,
  decide: Decide,
): Promise<LoadoutChange> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { files, result } = await plannedChange(change, around, decide);
    if (change.dryRun || (await writeBoth(files))) return result;
  }
  throw new ToolbaseError('NOT_WRITABLE', `${change.loadoutFile} is being changed by other processes`, {
    hint: 'Try again.',
  });
}

async function plannedChange(
  { loadoutFile, dryRun }: Change,
  around: LockCollaborators,
  decide: Decide,
): Promise<{ files: ChangedFiles; result: LoadoutChange }> {
  const lockFile = lockPathOf(loadoutFile);
  const text = await readLoadoutText(loadoutFile);
  const before = await lockBefore(lockFile, false, around.onEvent);
  const entries = await decide(await readLoadout(loadoutFile, text), before, text);
  const edited = entries.reduce((sum, entry) => editLoadout(sum, editOf(entry), loadoutFile), text);
  const wanted = { loadout: await readLoadout(loadoutFile, edited), before, update: 'none' as const };
  const plan = await planLock(wanted, around);
  refuseUnaskedMoves(wanted, plan);
  const { lock, changes, warnings } = plan;
  return {
    files: { loadoutFile, lockFile, text, edited, lock },
    result: { loadoutFile, lockFile, dryRun, entries, warnings, ...comparedWith(before, lock, changes) },
  };
}

const editOf = ({ name, range }: ChangedEntry): LoadoutEdit =>
  range === undefined ? { kind: 'drop', name } : { kind: 'take', name, range };

interface ChangedFiles {
  readonly loadoutFile: string;
  readonly lockFile: string;
  /** Of the loadout, before and after. */
  readonly text: string;
  readonly edited: string;
  readonly lock: Lock;
}

/** A loadout without its lock would be stale, so it is put back when the lock cannot be written.
 * @returns false, and writes nothing, when the loadout is not what it was */
async function writeBoth(files: ChangedFiles): Promise<boolean> {
  const loadoutFile = await linkTarget(files.loadoutFile);
  try {
    return await withFileLock(loadoutFile, async () => {
      if ((await readLoadoutText(loadoutFile)) !== files.text) return false;
      const mode = (await stat(loadoutFile)).mode & 0o777;
      await atomicWrite(loadoutFile, files.edited, { mode });
      try {
        await writeLock(files.lockFile, files.lock);
      } catch (cause) {
        await atomicWrite(loadoutFile, files.text, { mode });
        throw cause;
      }
      return true;
    });
  } catch (cause) {
    throw notWritable(loadoutFile, cause);
  }
}
