import type { ToolbaseError } from '../../kernel/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { type CallOutcome, failedOutcome } from '../call-outcome.ts';
import { operationsBehind } from '../catalogue.ts';
import { refusalOf } from '../policy.ts';
import type { JsonObject } from '../schema-checker.ts';
import type { MachineRules } from './machine-rules.ts';
import type { CallOptions, Session } from './session.ts';

/** A call, or why it is not made. */
export interface GuardedOptions extends CallOptions {
  readonly refused?: ToolbaseError;
}

/** Makes only the calls that the policies of this machine let through. A job is judged when it is started.
 * @param call makes the call of any tool   @param refuse leaves the line of a refused call in the call log */
export function withPolicy(
  call: Session['call'],
  refuse: (name: string, args: JsonObject, options: GuardedOptions) => Promise<CallOutcome>,
  { lock, rules, onFault }: { lock: Lock; rules: MachineRules; onFault: (thrown: unknown) => void },
): Pick<Session, 'call' | 'policyOf'> {
  const behind = operationsBehind(lock);
  return {
    policyOf: async (name) => {
      const operation = behind(name);
      return operation === undefined ? 'allow' : rules.policyOf(operation);
    },
    call: async (name, args, options = {}) => {
      const operation = behind(name);
      if (operation === undefined) return call(name, args, options);
      try {
        const { name: exposed } = operation.tool;
        const refused = refusalOf(exposed, await rules.policyOf(operation), options.consent);
        if (refused === undefined) return await call(name, args, options);
        return await refuse(exposed, args, { ...options, refused });
      } catch (thrown) {
        onFault(thrown);
        return failedOutcome(thrown);
      }
    },
  };
}
