import { nearMatches } from '../kernel/index.ts';
import { explainToolkit } from './explain-value.ts';
import type { MachineLayers } from './layer.ts';
import { settingMissing } from './machine-problem.ts';
import type { Declarations } from './resolve-settings.ts';

/** What is wrong with one value of the settings. */
export interface SettingProblem {
  readonly toolkit: string;
  readonly name: string;
  readonly message: string;
  readonly hint?: string;
}

/** What settings can name of a toolkit. */
export type NamedInSettings = Declarations & { readonly operations: readonly { readonly name: string }[] };

/** All that is wrong with what the layers say of a toolkit, also with values that do not count.
 * @param complete whether a required setting without a value is wrong too */
export function settingProblems(
  toolkit: NamedInSettings,
  layers: MachineLayers,
  complete: boolean,
): SettingProblem[] {
  return [...valueProblems(toolkit, layers, complete), ...operationProblems(toolkit, layers)];
}

/** Rules for operations that are not there: a policy with a misspelt name protects nothing. */
function operationProblems(
  { name: owner, operations }: NamedInSettings,
  { files }: MachineLayers,
): SettingProblem[] {
  const known = operations.map(({ name }) => name);
  return files.flatMap(({ file, settings }) => {
    const rules = new Map(Object.entries(settings.toolkits)).get(owner)?.operations ?? {};
    return Object.keys(rules)
      .filter((name) => name !== '*' && !known.includes(name))
      .map((name): SettingProblem => {
        const near = nearMatches(name, known);
        const message = `${owner} has no operation ${name} (${file})`;
        const about = { toolkit: owner, name, message };
        return near.length === 0 ? about : { ...about, hint: `did you mean ${near.join(' or ')}?` };
      });
  });
}

function valueProblems(toolkit: Declarations, layers: MachineLayers, complete: boolean): SettingProblem[] {
  return explainToolkit(toolkit.name, toolkit, layers).flatMap((value): SettingProblem[] => {
    const { name, kind, near } = value;
    const about = { toolkit: toolkit.name, name };
    const where = value.layers.map(({ source }) => source).join(', ');
    if (value.declared === false) {
      const message = `${toolkit.name} declares no ${kind === 'settings' ? 'setting' : 'external'} ${name} (${where})`;
      return [
        { ...about, message, ...(near.length === 0 ? {} : { hint: `did you mean ${near.join(' or ')}?` }) },
      ];
    }
    const misfits = value.layers.flatMap(({ problem }) =>
      problem === undefined ? [] : [{ ...about, message: problem }],
    );
    const declaration = kind === 'settings' ? toolkit.settings[name] : undefined;
    if (!complete || declaration?.required !== true || value.layers.length > 0) return misfits;
    const { message, hint } = settingMissing(toolkit.name, name, declaration);
    return [{ ...about, message, ...(hint === undefined ? {} : { hint }) }];
  });
}
