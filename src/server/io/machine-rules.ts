import type { LockedOperation } from '../../lockfile/index.ts';
import { type HostRules, hostRules, type Policy, strictest } from '../../machine/index.ts';
import { readMachineLayers } from '../../machine/io/index.ts';
import type { Limits } from '../../manifest/index.ts';
import type { PolicyFlag } from '../policy-flags.ts';
import type { SettingsPlaces } from './session-machine.ts';

/** What this machine and this server allow. Settings are read once: a policy does not change under a session. */
export interface MachineRules {
  readonly policyOf: (operation: LockedOperation) => Promise<Policy>;
  readonly limitsOf: (operation: LockedOperation) => Promise<Limits>;
  readonly of: (toolkit: string) => Promise<HostRules>;
}

/** @param flags of the command that serves, as exposed names or `*` */
export function createMachineRules(places: SettingsPlaces, flags: readonly PolicyFlag[]): MachineRules {
  let layers: ReturnType<typeof readMachineLayers> | undefined;
  const known = new Map<string, HostRules>();
  const of = async (toolkit: string): Promise<HostRules> => {
    const found = known.get(toolkit);
    if (found !== undefined) return found;
    layers ??= readMachineLayers({ ...places, environment: process.env });
    const rules = hostRules(toolkit, await layers);
    known.set(toolkit, rules);
    return rules;
  };
  return {
    of,
    policyOf: async ({ toolkit, operation, tool }) =>
      strictest([
        (await of(toolkit)).policyOf(operation),
        ...flags.filter(({ name }) => name === '*' || name === tool.name).map(({ policy }) => policy),
      ]),
    limitsOf: async ({ toolkit, operation, limits }) => (await of(toolkit)).limitsOf(operation, limits),
  };
}
