import { ToolbaseError } from '../kernel/index.ts';
import { POLICIES, type Policy } from '../machine/index.ts';

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
