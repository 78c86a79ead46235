import { ToolbaseError } from '../kernel/index.ts';
import type { HostSource } from '../manifest/index.ts';
import type { Command } from './containment.ts';

/** Values of one machine that a host may be given. */
export interface MachineValues {
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly externals: Readonly<Record<string, { readonly path: string; readonly version: string }>>;
}

export const NO_MACHINE_VALUES: MachineValues = { settings: {}, secrets: {}, externals: {} };

export interface HostProgram {
  readonly program: Command;
  /** Variables that the manifest maps, beside the inherited ones. */
  readonly mapped: Readonly<Record<string, string>>;
}

type McpHost = Extract<HostSource, { kind: 'mcp' }>;

/** The argument vector and variables of a wrapped server, with its placeholders filled. Each placeholder is replaced
 * once, so that a value that looks like one stays as it is.
 * @param places.toolkit folder of the installed files   @param places.node program that runs `node`
 * @throws ToolbaseError EXTERNAL_MISSING, SETTING_MISSING; BAD_MANIFEST for a placeholder that does not exist */
export function wrappedServerProgram(
  host: McpHost,
  places: { readonly toolkit: string; readonly workspace: string; readonly node: string },
  machine: MachineValues,
): HostProgram {
  const fill = (text: string): string =>
    text.replace(/\$\{([^}]*)\}/g, (_all, name: string) => valueOf(name, places, machine));
  return {
    program: {
      command: host.command === 'node' ? places.node : fill(host.command),
      args: host.args.map(fill),
    },
    mapped: Object.fromEntries(Object.entries(host.env).map(([name, text]) => [name, fill(text)])),
  };
}

function valueOf(
  placeholder: string,
  places: { readonly toolkit: string; readonly workspace: string },
  machine: MachineValues,
): string {
  if (placeholder === 'toolkit') return places.toolkit;
  if (placeholder === 'workspace') return places.workspace;
  const [kind, name = ''] = placeholder.split(/\.(.*)/s);
  if (kind === 'external') {
    const external = Object.hasOwn(machine.externals, name) ? machine.externals[name] : undefined;
    if (external === undefined)
      throw new ToolbaseError('EXTERNAL_MISSING', `the external program ${name} was not found`, {
        hint: `Install ${name}, or say where it is in the machine settings.`,
      });
    return external.path;
  }
  if (kind === 'setting') {
    const values = { ...machine.settings, ...machine.secrets };
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined)
      throw new ToolbaseError('SETTING_MISSING', `the setting ${name} has no value on this machine`);
    return String(value);
  }
  throw new ToolbaseError('BAD_MANIFEST', `there is no placeholder \${${placeholder}}`, {
    hint: 'Use ${toolkit}, ${workspace}, ${setting.NAME} or ${external.NAME}.',
  });
}
