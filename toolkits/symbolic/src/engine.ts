import { type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import type { PairProducts, PairSetting } from './algebra/pair-product.ts';
import { feynCalcProducts } from './feyncalc/run-feyncalc.ts';
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
export async function engineFor(amplitude: Amplitude, context: OperationContext): Promise<Engine> {
  const name = context.setting('engine') ?? 'embedded';
  if (name === 'embedded' || name === 'auto') return EMBEDDED;
  if (name === 'form') return form(amplitude, context);
  if (name === 'feyncalc') return feynCalc(amplitude, context);
  throw new ToolbaseError('BAD_SETTINGS', `engine: ${JSON.stringify(name)} is no engine`, {
    hint: 'Set it to embedded, form, feyncalc or auto.',
  });
}

async function form({ trees, setting }: Amplitude, context: OperationContext): Promise<Engine> {
  const program = context.external('form');
  if (program === undefined)
    throw missing(
      'engine is form, but FORM is not on this machine',
      'Install it (Debian: apt-get install form), or set engine to embedded.',
    );
  const folder = await context.tempDir();
  return {
    text: `form ${program.version} for the traces, ${EMBEDDED.text}`,
    products: await formProducts(trees, setting, { path: program.path, folder, signal: context.signal }),
  };
}

async function feynCalc({ trees, setting }: Amplitude, context: OperationContext): Promise<Engine> {
  const program = context.external('wolframscript');
  if (program === undefined)
    throw missing(
      'engine is feyncalc, but wolframscript is not on this machine',
      'Install a Wolfram Engine with FeynCalc, or set engine to embedded.',
    );
  const folder = await context.tempDir();
  const { products, version } = await feynCalcProducts(trees, setting, {
    path: program.path,
    folder,
    signal: context.signal,
  });
  return {
    text: `feyncalc ${version} (wolframscript ${program.version}) for the traces, ${EMBEDDED.text}`,
    products,
  };
}

const missing = (message: string, hint: string): ToolbaseError =>
  new ToolbaseError('EXTERNAL_MISSING', message, { hint });
