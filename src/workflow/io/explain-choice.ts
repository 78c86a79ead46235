import { meantHint, ToolbaseError, type ToolkitName, type Version } from '../../kernel/index.ts';
import type { Loadout } from '../../loadout/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import { type Lock, toolkitsOf } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { resolve } from '../../resolver/index.ts';
import { type JudgedVersion, judgeVersions, type Verdict } from '../judge-versions.ts';
import { lockPathOf } from '../lock-path.ts';
import { republishedHint } from '../republished.ts';
import { type Standing, standingOf, whereLocked } from '../standing.ts';
import { type Asker, askersOf, type ChainLink, requestChain } from '../request-chain.ts';
import {
  createShelf,
  type LockCollaborators,
  requestsOf,
  rulesOf,
  type Shelf,
  withoutTrees,
} from './choose-versions.ts';

/** So many versions that would fit are tried out; the others are said to be untried. */
const TRIED_MAX = 5;

export type TriedVerdict =
  | Exclude<Verdict, { kind: 'fits' }>
  /** It could be had: the locked one stays until an update. */
  | { readonly kind: 'locked-stays' }
  /** It cannot be had together with what else is asked for: why, in numbered steps. */
  | { readonly kind: 'conflict'; readonly derivation: readonly string[] }
  | { readonly kind: 'untried' };

export interface Explanation {
  readonly lockFile: string;
  readonly toolkit: ToolkitName;
  readonly version: Version;
  readonly registry: string;
  /** The exposed operation that was asked about. */
  readonly operation?: string;
  /** What the loadout exposes of the toolkit, in words; nothing of one that others need only. */
  readonly exposed: readonly string[];
  /** A shortest way from the loadout; empty when nobody asks for it any more. */
  readonly chain: readonly ChainLink[];
  /** All who ask for it. */
  readonly askedBy: readonly Asker[];
  /** How the locked version stands now. */
  readonly standing: Standing;
  /** What to do when no registry of this machine has the toolkit, or has other bytes. */
  readonly advice?: string;
  /** Published versions, highest first. */
  readonly versions: readonly { readonly version: Version; readonly verdict: TriedVerdict }[];
}

/** Why a toolkit is locked, and at this version and no other.
 * @param target a toolkit's name, or an exposed operation's
 * @throws ToolbaseError UNKNOWN_OPERATION when it is neither, UNSUPPORTED for one that is linked; what readLoadout, readLock and findToolkit throw */
export async function explainChoice(
  target: string,
  loadoutFile: string,
  around: LockCollaborators,
): Promise<Explanation> {
  const lockFile = lockPathOf(loadoutFile);
  const [loadout, lock] = [withoutTrees(await readLoadout(loadoutFile)), await readLock(lockFile)];
  const { toolkit, operation } = findTarget(target, lock, lockFile);
  const locked = lock.toolkits[toolkit];
  if (locked === undefined)
    throw new ToolbaseError(
      'UNSUPPORTED',
      `${toolkit} is linked from a working tree: no version of it was chosen`,
      { hint: `The loadout says so under \`path:\`. Publish it, and name a range, to have one chosen.` },
    );
  const shelf = createShelf({ loadout, before: lock }, around);
  const registryNames = around.registries.map(({ name }) => name);
  const known = (await shelf.versionsOf(toolkit)) ?? { distTags: {}, versions: {} };
  const standing = standingOf(locked, shelf.found.get(toolkit)?.packument, registryNames);
  const askedBy = askersOf(toolkit, lock, loadout);
  const judged = judgeVersions(known, locked.version, askedBy);
  return {
    lockFile,
    toolkit,
    version: locked.version,
    registry: locked.registry,
    ...(operation === undefined ? {} : { operation }),
    exposed: exposedWords(toolkit, loadout),
    chain: requestChain(toolkit, lock, loadout) ?? [],
    askedBy,
    standing,
    ...(shelf.missing.has(toolkit) ? { advice: whereLocked(locked.registry, registryNames) } : {}),
    ...(standing === 'republished' ? { advice: republishedHint(toolkit) } : {}),
    versions: await tryVersions(judged, { toolkit, loadout, lock, shelf }),
  };
}

function findTarget(
  target: string,
  lock: Lock,
  lockFile: string,
): { toolkit: ToolkitName; operation?: string } {
  const operations = Object.values(lock.operations);
  const exposed = operations.find(({ tool }) => tool.name === target);
  if (exposed !== undefined) return { toolkit: exposed.toolkit, operation: target };
  const toolkits = Object.keys(toolkitsOf(lock)) as ToolkitName[];
  const toolkit = toolkits.find((name) => name === target);
  if (toolkit !== undefined) return { toolkit };
  throw new ToolbaseError(
    'UNKNOWN_OPERATION',
    `${lockFile} has no operation or toolkit ${JSON.stringify(target)}`,
    {
      hint: meantHint(target, [...operations.map(({ tool }) => tool.name), ...toolkits]),
    },
  );
}

function exposedWords(name: ToolkitName, loadout: Loadout): string[] {
  const request = Object.hasOwn(loadout.toolkits, name) ? loadout.toolkits[name] : undefined;
  if (request === undefined) return [];
  const { bundles, operations, exclude } = request;
  return [
    ...(bundles === undefined && operations === undefined ? ['every operation'] : []),
    ...(bundles ?? []).map((bundle) => `the bundle ${bundle}`),
    ...(operations ?? []).map((operation) => `the operation ${operation}`),
    ...(exclude ?? []).map((operation) => `not ${operation}`),
  ];
}

async function tryVersions(
  judged: readonly JudgedVersion[],
  given: { toolkit: ToolkitName; loadout: Loadout; lock: Lock; shelf: Shelf },
): Promise<Explanation['versions']> {
  const tried: { version: Version; verdict: TriedVerdict }[] = [];
  let left = TRIED_MAX;
  for (const { version, verdict } of judged)
    if (verdict.kind !== 'fits') tried.push({ version, verdict });
    else tried.push({ version, verdict: left-- > 0 ? await tryOut(version, given) : { kind: 'untried' } });
  return tried;
}

/** Whether a version could be had if the loadout asked for it. */
async function tryOut(
  version: Version,
  { toolkit, loadout, lock, shelf }: { toolkit: ToolkitName; loadout: Loadout; lock: Lock; shelf: Shelf },
): Promise<TriedVerdict> {
  const resolution = await resolve({
    requests: [...requestsOf(loadout), { name: toolkit, range: version }],
    rules: rulesOf({ loadout, before: lock, update: [toolkit] }),
    versionsOf: shelf.versionsOf,
  });
  if (resolution.kind === 'resolved') return { kind: 'locked-stays' };
  const asked = `the loadout asks for ${toolkit} ${version}`;
  const derivation =
    resolution.kind === 'unsatisfiable'
      ? resolution.derivation
      : resolution.kind === 'gave-up'
        ? ['it takes too long to find out whether it fits']
        : [];
  return {
    kind: 'conflict',
    derivation: derivation.map((step) => step.replaceAll(asked, `${toolkit} ${version} is tried`)),
  };
}
