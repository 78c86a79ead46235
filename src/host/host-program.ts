import { ToolbaseError } from '../kernel/index.ts';
import type { HostSource } from '../manifest/index.ts';
import type { InstalledEnvironment } from '../store/index.ts';
import type { Command } from './containment.ts';

/** Where the parts of a host are on this machine. Absolute paths. */
export interface Places {
  /** Folder of the installed files. */
  readonly toolkit: string;
  readonly workspace: string;
  /** Program that runs `node`. */
  readonly node: string;
  readonly environments: Readonly<Record<string, InstalledEnvironment>>;
}

/** Values of one machine that a host may be given. */
export interface MachineValues {
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly externals: Readonly<Record<string, { readonly path: string; readonly version: string }>>;
}

export const NO_MACHINE_VALUES: MachineValues = {
  settings: {},
  secrets: {},
  externals: {},
};

export interface HostProgram {
  readonly program: Command;
  /** Variables that the manifest maps, beside the inherited ones. */
  readonly mapped: Readonly<Record<string, string>>;
}

type ProgramHost = Exclude<HostSource, { kind: 'node' }>;

/** The argument vector and variables of a wrapped server or of a program for one call, with its placeholders filled. Each placeholder is replaced
 * once, so that a value that looks like one stays as it is.
 * @throws ToolbaseError EXTERNAL_MISSING, SETTING_MISSING, NOT_INSTALLED; BAD_MANIFEST for a placeholder that does not exist */
export function wrappedServerProgram(
  host: Pick<ProgramHost, 'command' | 'args' | 'env'>,
  places: Places,
  machine: MachineValues,
): HostProgram {
  const fill = (text: string, given: MachineValues): string =>
    text.replace(/\$\{([^}]*)\}/g, (_all, name: string) => valueOf(name, places, given));
  // Every user of a machine can read the arguments of its processes.
  const open = { ...machine, secrets: {} };
  const environment = /^\$\{environment\.(.*)\}$/.exec(host.command)?.[1];
  const command = environment === undefined ? fill(host.command, open) : pythonOf(environment, places);
  return {
    program: {
      command: command === 'node' ? places.node : command,
      args: host.args.map((text) => fill(text, open)),
    },
    mapped: {
      ...QUIET_PYTHON,
      ...Object.fromEntries(Object.entries(host.env).map(([name, text]) => [name, fill(text, machine)])),
    },
  };
}

/** Python would write its bytecode beside the installed files, which are hashed. */
export const QUIET_PYTHON = { PYTHONDONTWRITEBYTECODE: '1' };

function pythonOf(name: string, places: Places): string {
  const { python } = environmentOf(name, places);
  if (python === undefined)
    throw new ToolbaseError(
      'BAD_MANIFEST',
      `the environment ${name} is not a Python one and cannot be the command`,
    );
  return python;
}

function environmentOf(name: string, places: Places): InstalledEnvironment {
  const environment = Object.hasOwn(places.environments, name) ? places.environments[name] : undefined;
  if (environment === undefined)
    throw new ToolbaseError('NOT_INSTALLED', `the environment ${name} is not installed`, {
      hint: 'Run `toolbase install` with the lock; `environments` in toolkit.yaml declares it.',
    });
  return environment;
}

function valueOf(placeholder: string, places: Places, machine: MachineValues): string {
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
  if (kind === 'environment') return environmentOf(name, places).root;
  if (kind === 'setting') {
    const values = { ...machine.settings, ...machine.secrets };
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined)
      throw new ToolbaseError('SETTING_MISSING', `the setting ${name} has no value on this machine`);
    // What Node says of a NUL in arguments and variables repeats the value, which may be a secret.
    if (String(value).includes('\0'))
      throw new ToolbaseError('BAD_SETTINGS', `the setting ${name} holds a NUL character`, {
        hint: 'Save it as plain text (UTF-8): text of another encoding, such as UTF-16, holds them.',
      });
    return String(value);
  }
  throw new ToolbaseError('BAD_MANIFEST', `there is no placeholder \${${placeholder}}`, {
    hint: 'Use ${toolkit}, ${workspace}, ${setting.NAME}, ${external.NAME} or ${environment.NAME}.',
  });
}
