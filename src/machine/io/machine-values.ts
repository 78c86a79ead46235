import type { MachineLayers } from '../layer.ts';
import { notDeclared } from '../machine-problem.ts';
import type { Declarations } from '../resolve-settings.ts';
import { surveyMachine } from './survey-machine.ts';

/** What a host of a toolkit is given of this machine. */
export interface ToolkitMachineValues {
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly externals: Readonly<Record<string, { readonly path: string; readonly version: string }>>;
}

/** Settles every setting and external of a toolkit: merges the layers, reads the secrets, probes the programs.
 * @throws ToolbaseError BAD_SETTINGS, SETTING_MISSING, EXTERNAL_MISSING; USAGE for a flag of something undeclared */
export async function machineValues(
  toolkit: Declarations,
  layers: MachineLayers,
): Promise<ToolkitMachineValues> {
  const survey = await surveyMachine(toolkit, layers);
  const mistyped = survey.unknown.find(({ origin }) => origin.layer === 'flag');
  if (mistyped !== undefined) throw notDeclared(toolkit.name, mistyped);
  const problem = [...survey.settings, ...survey.externals].find((each) => each.problem !== undefined);
  if (problem?.problem !== undefined) throw problem.problem;
  const settings: Record<string, string | number | boolean> = {};
  const secrets: Record<string, string> = {};
  for (const { name, resolved, reveal } of survey.settings) {
    if (reveal !== undefined) secrets[name] = reveal();
    else if (resolved?.value !== undefined) settings[name] = resolved.value;
  }
  const externals: Record<string, { path: string; version: string }> = {};
  for (const { name, finding } of survey.externals)
    if (finding?.kind === 'found') externals[name] = { path: finding.path, version: finding.version };
  return { settings, secrets, externals };
}
