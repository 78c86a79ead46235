import { type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import { invariants } from './algebra/invariants.ts';
import type { PairProducts } from './algebra/pair-product.ts';
import { freeNamesOf } from './algebra/process-forms.ts';
import { formProducts } from './form/run-form.ts';
import type { Process } from './tree/process.ts';
import { VERSION } from './version.ts';

/** What takes the traces of the closed form; the helicity sums are always the toolkit's own. */
export type Engine = { readonly text: string; readonly products?: PairProducts };

export const EMBEDDED: Engine = { text: `embedded ${VERSION}: helicity sums and symbolic traces` };

/** The engine that the machine's settings name. The embedded one covers everything, so `auto` is that.
 * @throws ToolbaseError BAD_SETTINGS, EXTERNAL_MISSING, CHECK_FAILED */
export async function engineFor(process: Process, context: OperationContext): Promise<Engine> {
  const name = context.setting('engine') ?? 'embedded';
  if (name === 'embedded' || name === 'auto') return EMBEDDED;
  if (name !== 'form')
    throw new ToolbaseError('BAD_SETTINGS', `engine: ${JSON.stringify(name)} is no engine`, {
      hint: 'Set it to embedded, form or auto.',
    });
  const program = context.external('form');
  if (program === undefined)
    throw new ToolbaseError('EXTERNAL_MISSING', 'engine is form, but FORM is not on this machine', {
      hint: 'Install it (Debian: apt-get install form), or set engine to embedded.',
    });
  const { externals, context: polynomials, parameters } = process;
  const trees = process.trees.map(({ tree }) => tree);
  const lines = trees.flatMap((tree) => tree.lines);
  const kinematics = invariants(externals, lines, polynomials.generators, freeNamesOf(parameters.names));
  const setting = { externals, invariants: kinematics, context: polynomials };
  const folder = await context.tempDir();
  return {
    text: `form ${program.version} for the traces, ${EMBEDDED.text}`,
    products: await formProducts(trees, setting, { path: program.path, folder, signal: context.signal }),
  };
}
