import { meantHint, ToolbaseError } from '../kernel/index.ts';
import type { Lock } from '../lockfile/index.ts';
import { POLICIES, type Policy } from '../machine/index.ts';
import { findOperation, jobTools } from './catalogue.ts';

/** `--policy <operation>=<policy>`. */
export interface PolicyFlag {
  /** As a client sees it, or `*`. */
  readonly name: string;
  readonly policy: Policy;
}

/** @throws ToolbaseError USAGE */
export const policyFlags = (given: readonly string[]): PolicyFlag[] =>
  given.map((text) => {
    const [, name, said] = /^([A-Za-z0-9_]{1,40}|\*)=(.*)$/.exec(text) ?? [];
    const policy = POLICIES.find((each) => each === said);
    if (name !== undefined && policy !== undefined) return { name, policy };
    throw new ToolbaseError('USAGE', `--policy ${JSON.stringify(text.slice(0, 80))} says nothing`, {
      hint: `Write --policy <operation>=<${POLICIES.join('|')}>, or * for every operation.`,
    });
  });

/** A policy for a name that no lock exposes would protect nothing.
 * @param locks all that are served
 * @throws ToolbaseError USAGE, with the name that was probably meant */
export function checkPolicyNames(flags: readonly PolicyFlag[], locks: readonly Lock[]): void {
  for (const { name, policy } of flags) {
    if (name === '*' || locks.some((lock) => findOperation(lock, name) !== undefined)) continue;
    const [job] = locks.flatMap((lock) => jobTools(lock).get(name) ?? []);
    throw job === undefined
      ? new ToolbaseError('USAGE', `--policy ${name}=${policy}: no operation ${name} is exposed`, {
          hint: meantHint(
            name,
            locks.flatMap((lock) => Object.keys(lock.operations)),
          ),
        })
      : new ToolbaseError('USAGE', `--policy ${name}=${policy}: ${name} is judged as its operation is`, {
          hint: `Write --policy ${job.operation.tool.name}=${policy}.`,
        });
  }
}
