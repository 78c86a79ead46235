import { meantHint, ToolbaseError } from '../kernel/index.ts';
import { FLAG_NAMES, type MachineLayers } from './layer.ts';
import { notDeclared } from './machine-problem.ts';
import { type Declarations, resolveExternal, resolveSetting, unknownNames } from './resolve-settings.ts';
import { parseAssignment } from './variable-name.ts';

export type MachineFlags = MachineLayers['flags'];

/** The values of `--set` and `--external`, as they were typed. @throws ToolbaseError USAGE */
export const machineFlags = (set: readonly string[], external: readonly string[]): MachineFlags => ({
  settings: set.map((text) => parseAssignment(text, FLAG_NAMES.settings)),
  externals: external.map((text) => parseAssignment(text, FLAG_NAMES.externals)),
});

/** Refuses flags that name what no toolkit declares, values that do not fit, and secrets: an argument list can be read
 * by every user of a machine.
 * @param toolkits all toolkits of the lock
 * @throws ToolbaseError USAGE, BAD_SETTINGS; never with the value of a secret */
export function checkFlags(toolkits: readonly Declarations[], flags: MachineFlags): void {
  const alone: MachineLayers = { files: [], environment: {}, flags, homeDir: undefined };
  for (const kind of ['settings', 'externals'] as const)
    for (const { toolkit: name } of flags[kind]) {
      const names = toolkits.map((each) => each.name);
      if (names.some((each) => each === name)) continue;
      throw new ToolbaseError('USAGE', `${FLAG_NAMES[kind]}: the lock has no toolkit ${name}`, {
        hint: meantHint(name, names),
      });
    }
  for (const toolkit of toolkits) {
    const unknown = unknownNames(toolkit, alone)[0];
    if (unknown !== undefined) throw notDeclared(toolkit.name, unknown);
    for (const [name, each] of Object.entries(toolkit.settings))
      resolveSetting(toolkit.name, name, each, alone);
    for (const [name, each] of Object.entries(toolkit.externals))
      resolveExternal(toolkit.name, name, each, alone);
  }
}
