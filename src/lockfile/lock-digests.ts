import { type Digest, digestOf } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import { toolsOf } from './exposed-tools.ts';
import { exposedPrompts } from './exposed-prompts.ts';
import type { Lock } from './lock.ts';

/** Identity of all that a client receives: instructions, tool objects by exposed name, the skills' digests, and prompts by
 * name where there are some. */
export const interfaceDigest = (lock: Pick<Lock, 'instructions' | 'operations' | 'skills'>): Digest =>
  digestOf('toolbase-interface-v1', {
    instructions: lock.instructions,
    ...promptsOf(lock),
    skills: lock.skills.map(({ digest }) => digest),
    tools: Object.fromEntries(
      Object.entries(lock.operations).flatMap(([name, operation]) =>
        toolsOf(operation).map(({ tool, role }) => [role === 'call' ? name : tool.name, tool]),
      ),
    ),
  });

function promptsOf(lock: Pick<Lock, 'skills'>) {
  const prompts = exposedPrompts(lock);
  return prompts.length === 0
    ? {}
    : { prompts: Object.fromEntries(prompts.map(({ name, procedure }) => [name, procedure])) };
}

/** All of a lock but its two digests. */
export type LockContents = Omit<Lock, 'interfaceDigest' | 'lockDigest'>;

export const contentsOf = ({ linked, ...lock }: Lock): LockContents => ({
  formatVersion: lock.formatVersion,
  loadoutDigest: lock.loadoutDigest,
  toolkits: lock.toolkits,
  ...(linked === undefined ? {} : { linked }),
  operations: lock.operations,
  skills: lock.skills,
  instructions: lock.instructions,
});

/** A lock of these contents. */
export function withDigests(contents: LockContents): Lock {
  const whole = { ...contents, interfaceDigest: interfaceDigest(contents) };
  return { ...whole, lockDigest: lockDigest(whole) };
}

/** Digest of a lock's whole contents but for the digest itself. */
export const lockDigest = (contents: Omit<Lock, 'lockDigest'>): Digest =>
  digestOf('toolbase-lock-v1', contents);

/** Digest of what a loadout says, whatever its comments and layout. */
export const loadoutDigest = (loadout: Loadout): Digest => digestOf('toolbase-loadout-v1', loadout);
