import type { LockedOperation } from '../../lockfile/index.ts';
import { configuredIdleMs, type HostRules, hostRules, type Policy, strictest } from '../../machine/index.ts';
import { readMachineLayers } from '../../machine/io/index.ts';
import type { Limits } from '../../manifest/index.ts';
import type { PolicyFlag } from '../policy-flags.ts';
import type { SettingsPlaces } from './session-machine.ts';

/** What this machine and this server allow. Settings are read once: a policy does not change under a session. */
export interface MachineRules {
  readonly policyOf: (operation: LockedOperation) => Promise<Policy>;
  readonly limitsOf: (operation: LockedOperation) => Promise<Limits>;
  readonly of: (toolkit: string) => Promise<HostRules>;
  /** How long a host may stay that nobody calls, once a rule was asked for; undefined: the settings do not say. */
  readonly idleMs: () => number | undefined;
}

/** @param flags of the command that serves, as exposed names or `*` */
export function createMachineRules(places: SettingsPlaces, flags: readonly PolicyFlag[]): MachineRules {
  let layers: ReturnType<typeof readMachineLayers> | undefined;
  let idleMs: number | undefined;
  const known = new Map<string, HostRules>();
  const of = async (toolkit: string): Promise<HostRules> => {
    const found = known.get(toolkit);
    if (found !== undefined) return found;
    layers ??= readMachineLayers({ ...places, environment: process.env });
    const read = await layers;
    idleMs = configuredIdleMs(read);
    const rules = hostRules(toolkit, read);
    known.set(toolkit, rules);
    return rules;
  };
  return {
    of,
    idleMs: () => idleMs,
    policyOf: async ({ toolkit, operation, tool }) =>
      strictest([
        (await of(toolkit)).policyOf(operation),
        ...flags.filter(({ name }) => name === '*' || name === tool.name).map(({ policy }) => policy),
      ]),
    limitsOf: async ({ toolkit, operation, limits }) => (await of(toolkit)).limitsOf(operation, limits),
  };
}
