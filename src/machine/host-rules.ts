import { ToolbaseError } from '../kernel/index.ts';
import type { Limits } from '../manifest/index.ts';
import type { FileLayer, MachineLayers } from './layer.ts';
import { POLICIES, type Policy } from './settings.ts';

/** What this machine lets the hosts of one toolkit do. */
export interface HostRules {
  readonly sandbox: boolean;
  /** Whether a host that asks for the network gets it in a sandbox. */
  readonly network: boolean;
  readonly policyOf: (operation: string) => Policy;
  /** @param declared what the toolkit itself says */
  readonly limitsOf: (operation: string, declared: Limits | undefined) => Limits;
}

/** The rules of all files together. A project may only make them tighter: the user's own file alone raises a limit or
 * allows the network.
 * @throws ToolbaseError BAD_SETTINGS for a project that allows the network */
export function hostRules(toolkit: string, { files }: Pick<MachineLayers, 'files'>): HostRules {
  const said = files.flatMap((layer) => {
    const { toolkits } = layer.settings;
    const own = new Map(Object.entries(toolkits)).get(toolkit);
    return own === undefined ? [] : [{ layer, own }];
  });
  for (const { layer, own } of said) if (own.network === true) refuseOthers(layer, toolkit);
  const rules = (operation: string) =>
    said.map(({ layer, own }) => {
      const named = new Map(Object.entries(own.operations));
      return { layer, rule: { ...named.get('*'), ...named.get(operation) } };
    });
  return {
    sandbox: said.some(({ own }) => own.sandbox === true),
    network: said.some(({ own }) => own.network === true),
    policyOf: (operation) => strictest(rules(operation).map(({ rule }) => rule.policy ?? 'allow')),
    limitsOf: (operation, declared) =>
      rules(operation).reduce<Limits>(
        (limits, { layer, rule }) =>
          layer.name === 'user' ? { ...limits, ...rule.limits } : tighter(limits, rule.limits ?? {}),
        declared ?? {},
      ),
  };
}

/** How long a host may stay that nobody calls, milliseconds: as the strongest file says that says something. */
export const configuredIdleMs = ({ files }: Pick<MachineLayers, 'files'>): number | undefined => {
  const seconds = files.findLast(({ settings }) => settings.hosts.idleSeconds !== undefined)?.settings.hosts
    .idleSeconds;
  return seconds === undefined ? undefined : seconds * 1000;
};

export const strictest = (policies: readonly Policy[]): Policy =>
  POLICIES[Math.max(0, ...policies.map((policy) => POLICIES.indexOf(policy)))] ?? 'allow';

function tighter(limits: Limits, caps: Limits): Limits {
  const least = (key: keyof Limits): Limits => {
    const values = [limits[key], caps[key]].filter((value) => value !== undefined);
    return values.length === 0 ? {} : { [key]: Math.min(...values) };
  };
  return { ...least('wallMs'), ...least('memoryMiB'), ...least('outputBytes'), ...least('concurrency') };
}

function refuseOthers({ name, file }: FileLayer, toolkit: string): void {
  if (name === 'user') return;
  throw new ToolbaseError(
    'BAD_SETTINGS',
    `${file} allows ${toolkit} the network, which only the user's own settings may`,
    { hint: 'Take it out of that file and put it into your own settings file.' },
  );
}
