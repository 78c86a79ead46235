import { type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import type { PairProducts, PairSetting } from './algebra/pair-product.ts';
import { formProducts } from './form/run-form.ts';
import type { Tree } from './tree/tree.ts';
import { VERSION } from './version.ts';

/** What takes the traces of the closed form; the helicity sums are always the toolkit's own. */
export type Engine = { readonly text: string; readonly products?: PairProducts };

export const EMBEDDED: Engine = { text: `embedded ${VERSION}: helicity sums and symbolic traces` };

/** The diagrams whose products are wanted, and what they are multiplied in. */
export type Amplitude = { readonly trees: readonly Tree[]; readonly setting: PairSetting };

/** The engine that the machine's settings name. The embedded one covers everything, so `auto` is that.
 * @throws ToolbaseError BAD_SETTINGS, EXTERNAL_MISSING, CHECK_FAILED */
export async function engineFor({ trees, setting }: Amplitude, context: OperationContext): Promise<Engine> {
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
  const folder = await context.tempDir();
  return {
    text: `form ${program.version} for the traces, ${EMBEDDED.text}`,
    products: await formProducts(trees, setting, { path: program.path, folder, signal: context.signal }),
  };
}
