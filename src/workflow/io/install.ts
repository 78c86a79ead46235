import { type Digest, forEachLimited, isToolbaseError, ToolbaseError } from '../../kernel/index.ts';
import { readInstalledManifest } from '../../host/io/index.ts';
import { type Lock, toolkitsOf } from '../../lockfile/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Registry } from '../../registry/index.ts';
import { toolkitEnvironments } from '../../store/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import { agreeWithLock } from '../agree-with-lock.ts';
import { fetchLocked } from '../fetch-locked.ts';
import {
  type EnvironmentStep,
  type InstallStep,
  planInstall,
  type Presence,
  type ToolkitPresence,
} from '../install-plan.ts';
import { packLinked, type PackTree } from '../link-toolkits.ts';
import { openToolkit } from '../open-toolkit.ts';
import type { OnEvent } from '../workflow-event.ts';
import { installedManifest } from './installed-manifest.ts';

const TOOLKITS_AT_ONCE = 16;

export interface InstallCollaborators {
  readonly store: Store;
  readonly environments: Pick<Environments, 'ensure' | 'stateOf'>;
  readonly registries: readonly Registry[];
  /** Packs the working tree at a path from the lock's folder. Without it, nothing linked is installed. */
  readonly packTree?: PackTree | undefined;
  readonly onEvent?: OnEvent | undefined;
  /** Is given the manifest of each toolkit that is installed, or was. */
  readonly onManifest?: ((manifest: ToolkitManifest) => void) | undefined;
}

/** Brings every toolkit of a lock into the store, then builds the environments of their hosts: what is there is hashed
 * again, what is missing is fetched, what was changed is replaced. Only bytes with the locked integrity and files with
 * the locked tree digest get in, and packages with the hashes that those files pin.
 * @param options.dryRun do nothing, only say what would be done
 * @returns the steps, in order of name
 * @throws ToolbaseError INTEGRITY_MISMATCH, LOCK_STALE for a working tree that was changed, NOT_FOUND, REGISTRY_UNAVAILABLE, BAD_ARCHIVE, LOCK_DAMAGED, NOT_WRITABLE,
 * and what `Environments.ensure` throws */
export async function install(
  lock: Lock,
  around: InstallCollaborators,
  options: { readonly dryRun?: boolean } = {},
): Promise<InstallStep[]> {
  // Before anything is looked at: whoever removes what nobody needs finds it noted.
  if (options.dryRun !== true) await around.store.noteUse(lock);
  const plan = planInstall(lock, await presenceOf(lock, around));
  if (options.dryRun === true) return plan;
  const steps = plan.filter(({ action }) => action !== 'keep');
  let done = 0;
  await forEachLimited(steps, TOOLKITS_AT_ONCE, async (step) => {
    await perform(step, lock, around, () => ({ done: ++done, total: steps.length }));
  });
  // Whoever pruned meanwhile may have looked at the notes just before this lock was among them.
  for (const step of plan)
    if (!(await around.store.has(step.treeDigest)))
      await perform(step, lock, around, () => ({ done: ++done, total: done }));
  // One after the other: an installer takes the whole machine.
  const performed: InstallStep[] = [];
  for (const step of plan) performed.push({ ...step, environments: await buildEnvironments(step, around) });
  return performed;
}

/** @returns what was done: one that another toolkit shares may have been there already */
async function buildEnvironments(
  { name, treeDigest, environments: steps }: InstallStep,
  { store, environments, onEvent }: InstallCollaborators,
): Promise<EnvironmentStep[]> {
  if (steps.every(({ action }) => action === 'keep')) return [...steps];
  const manifest = await readInstalledManifest(store.pathOf(treeDigest));
  const declared = new Map(toolkitEnvironments(name, manifest.environments, store.pathOf(treeDigest)));
  const performed: EnvironmentStep[] = [];
  for (const step of steps) {
    const environment = declared.get(step.name);
    const stages: string[] = [];
    if (step.action !== 'keep' && environment !== undefined)
      await environments.ensure(environment, {
        check: true,
        onEvent: (event) => {
          stages.push(event.stage);
          onEvent?.({ kind: 'building', ...event });
        },
      });
    performed.push(stages.length > 0 ? step : { ...step, action: 'keep' });
  }
  return performed;
}

async function perform(
  step: InstallStep,
  lock: Lock,
  around: InstallCollaborators,
  count: () => { done: number; total: number },
): Promise<void> {
  const { store, onEvent, onManifest } = around;
  const { name, version, treeDigest } = step;
  const { tarball, registry, origin } = await bytesOf(step, around);
  const toolkit = openToolkit(tarball, `${name} ${version} from ${origin}`);
  if (toolkit.treeDigest !== treeDigest) throw otherFiles(step);
  agreeWithLock(lock, toolkit.manifest);
  onEvent?.({ kind: 'fetched', name, version, registry, sizeBytes: tarball.length, ...count() });
  if (step.action === 'replace') await store.remove(treeDigest);
  await store.put(toolkit.entries, treeDigest);
  onManifest?.(toolkit.manifest);
  onEvent?.({ kind: 'installed', name, version, path: store.pathOf(treeDigest) });
}

async function bytesOf(step: InstallStep, { registries, packTree }: InstallCollaborators) {
  if (!('linked' in step)) {
    const { tarball, registry } = await fetchLocked(step, registries);
    return { tarball, registry, origin: `the registry ${registry}` };
  }
  if (packTree === undefined)
    throw new ToolbaseError('LOCK_LINKED', `${step.name} is linked from ${step.path}, which is not at hand`);
  return { tarball: await packLinked(packTree, step.name, step.path), registry: 'linked', origin: step.path };
}

function otherFiles(step: InstallStep): ToolbaseError {
  if ('linked' in step)
    return new ToolbaseError('LOCK_STALE', `${step.path} is not as it was when ${step.name} was locked`, {
      hint: 'Run `toolbase lock` with the loadout again: a linked toolkit is locked as its tree is at that moment.',
    });
  return new ToolbaseError(
    'INTEGRITY_MISMATCH',
    `the files of ${step.name} ${step.version} are not the locked ones`,
    { hint: 'The lock contradicts itself: run `toolbase lock` with the loadout to build it again.' },
  );
}

async function presenceOf(
  lock: Lock,
  { store, environments, onManifest }: InstallCollaborators,
): Promise<Map<Digest, ToolkitPresence>> {
  const presence = new Map<Digest, ToolkitPresence>();
  const digests = Object.values(toolkitsOf(lock)).map(({ treeDigest }) => treeDigest);
  await forEachLimited(digests, TOOLKITS_AT_ONCE, async (digest) => {
    const manifest = await sound(digest, store);
    if (typeof manifest === 'string') {
      presence.set(digest, { files: manifest, environments: new Map() });
      return;
    }
    agreeWithLock(lock, manifest);
    onManifest?.(manifest);
    const states = new Map<string, Presence>();
    const declared = toolkitEnvironments(manifest.name, manifest.environments, store.pathOf(digest));
    for (const [name, environment] of declared) states.set(name, await environments.stateOf(environment));
    presence.set(digest, { files: 'present', environments: states });
  });
  return presence;
}

async function sound(digest: Digest, store: Store): Promise<ToolkitManifest | 'missing' | 'changed'> {
  try {
    return await installedManifest(store, digest);
  } catch (cause) {
    if (isToolbaseError(cause) && cause.code === 'NOT_INSTALLED') return 'missing';
    if (isToolbaseError(cause) && cause.code === 'STORE_CHANGED') return 'changed';
    throw cause;
  }
}
