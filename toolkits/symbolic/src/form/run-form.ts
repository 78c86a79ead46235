import type { PairProducts, PairSetting } from '../algebra/pair-product.ts';
import { outsideProducts, type OutsideProgram, type TraceLanguage } from '../traces/outside-products.ts';
import type { Tree } from '../tree/tree.ts';
import { formProgram } from './form-program.ts';
import { parseForm } from './parse-form.ts';

const FORM: TraceLanguage = {
  name: 'FORM',
  file: 'run.frm',
  write: formProgram,
  read: parseForm,
  args: (folder) => ['-q', '-t', folder, 'run.frm'],
  env: { PATH: '/usr/bin:/bin' },
  timeLimitMs: 60_000,
};

/** Products of all pairs of diagrams, by one run of FORM.
 * @throws ToolbaseError CHECK_FAILED when it fails, prints something else or takes too long */
export const formProducts = (
  trees: readonly Tree[],
  setting: PairSetting,
  program: OutsideProgram,
): Promise<PairProducts> => outsideProducts(FORM, { trees, setting }, program);
