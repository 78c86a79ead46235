import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PairProducts, PairSetting } from '../algebra/pair-product.ts';
import { outsideProducts, type OutsideProgram, type TraceLanguage } from '../traces/outside-products.ts';
import type { Tree } from '../tree/tree.ts';
import { feynCalcProgram } from './feyncalc-program.ts';
import { parseWolfram } from './parse-wolfram.ts';

/** The kernel finds its licence and its packages in the home folder, and starts slowly. */
const FEYNCALC: TraceLanguage = {
  name: 'FeynCalc',
  file: 'run.wl',
  write: feynCalcProgram,
  read: parseWolfram,
  args: () => ['-file', 'run.wl'],
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: os.homedir(), LANG: 'C.UTF-8' },
  timeLimitMs: 300_000,
};

/** Products of all pairs of diagrams by wolframscript with FeynCalc, and the version of FeynCalc.
 * @throws ToolbaseError CHECK_FAILED when it fails, writes something else or takes too long */
export async function feynCalcProducts(
  trees: readonly Tree[],
  setting: PairSetting,
  program: OutsideProgram,
): Promise<{ readonly products: PairProducts; readonly version: string }> {
  const products = await outsideProducts(FEYNCALC, { trees, setting }, program);
  const written = await readFile(path.join(program.folder, 'version'), 'utf8').catch(() => '');
  return { products, version: /\d+(?:\.\d+)+/.exec(written)?.[0] ?? 'of unknown version' };
}
