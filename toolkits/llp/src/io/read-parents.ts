import { type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import type { DecayInput } from '../decay/decay-input.ts';
import type { ParentSample } from '../decay/decay-parents.ts';
import { checkedTogether, type FluxFile } from '../decay/flux-conventions.ts';
import { parentGroups } from '../decay/parent-groups.ts';
import { PARENT_NAMES, type ParentName } from '../production/index.ts';
import type { TableMetadata } from '../tables/index.ts';
import { readTable } from './table-file.ts';

/** Files of parents, and what they say that still holds of the scalars. */
export type Sources = {
  readonly inputs: TableMetadata['inputs'];
  readonly declared: TableMetadata['values'];
};

/** Mesons of one kind; `first` is the number of the first of them among all. */
export type Parents = { readonly name: ParentName; readonly sample: ParentSample; readonly first: number };

/** Reads the fluxes, each kind of parent from one of them.
 * @throws ToolbaseError BAD_ARGUMENTS for a kind that is unknown, twice there or not there, or fluxes that do not go together */
export async function readParents(
  input: DecayInput,
  context: OperationContext,
): Promise<Sources & { parents: Parents[]; unused: string[] }> {
  const parents: Parents[] = [];
  const unused: string[] = [];
  const inputs: TableMetadata['inputs'] = [];
  const files: FluxFile[] = [];
  let first = 0;
  for (const label of input.parent_flux_paths) {
    const { table, sha256 } = await readTable(context.readPath(label), label, context.signal);
    inputs.push({ name: label, sha256 });
    files.push({ label, values: table.metadata.values });
    for (const [found, sample] of parentGroups(table, label)) {
      const name = PARENT_NAMES.find((known) => known === found);
      if (name === undefined)
        throw new ToolbaseError(
          'BAD_ARGUMENTS',
          `${label}: no parent is called ${JSON.stringify(found.slice(0, 40))}`,
          {
            hint: `Known: ${PARENT_NAMES.join(', ')}.`,
          },
        );
      if (parents.some((other) => other.name === name))
        throw new ToolbaseError('BAD_ARGUMENTS', `${label}: holds ${name}, as a flux before it does`, {
          hint: 'Each kind comes from one declared sample: samples that both hold it would be counted twice.',
        });
      if (input.parents !== undefined && !input.parents.includes(name)) unused.push(name);
      else parents.push({ name, sample, first });
      first += sample.weight.length;
    }
  }
  const declared = checkedTogether(files);
  const missing = input.parents?.find((name) => !parents.some((parent) => parent.name === name));
  if (missing !== undefined || parents.length === 0)
    throw new ToolbaseError('BAD_ARGUMENTS', `the fluxes hold no ${missing ?? 'parents'}`, {
      hint: 'Harvest them, or do not ask for them.',
    });
  return { parents, unused, inputs, declared };
}
