import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ToolbaseError } from 'toolbase/toolkit';
import { type PairPart, pairParts, type PairProducts, type PairSetting } from '../algebra/pair-product.ts';
import { add, multiply, type Polynomial, ZERO } from '../algebra/polynomial.ts';
import type { Tree } from '../tree/tree.ts';
import { formProgram } from './form-program.ts';
import { parseForm } from './parse-form.ts';

const run = promisify(execFile);

/** FORM on this machine. */
export type FormProgram = {
  readonly path: string;
  /** An empty folder that is removed afterwards. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
};

const TIME_LIMIT_MS = 60_000;
const OUTPUT_LIMIT = 1 << 20;
const RESULT_LIMIT = 20_000_000;

/** Products of all pairs of diagrams, by one run of FORM.
 * @throws ToolbaseError CHECK_FAILED when it fails, prints something else or takes too long */
export async function formProducts(
  trees: readonly Tree[],
  setting: PairSetting,
  program: FormProgram,
): Promise<PairProducts> {
  const pairs = trees.flatMap((first, i) => trees.slice(i).map((second) => ({ first, second })));
  const parts = pairs.map(({ first, second }) => pairParts(first, second, setting));
  const text = formProgram(
    parts.map((list) => list.map((part): PairPart => ({ ...part }))),
    setting.invariants.products,
  );
  await writeFile(path.join(program.folder, 'run.frm'), text);
  try {
    const child = run(program.path, ['-q', '-t', program.folder, 'run.frm'], {
      cwd: program.folder,
      timeout: TIME_LIMIT_MS,
      maxBuffer: OUTPUT_LIMIT,
      env: { PATH: '/usr/bin:/bin' },
      ...(program.signal === undefined ? {} : { signal: program.signal }),
    });
    // FORM waits for a key when it finds nothing to read.
    child.child.stdin?.end();
    await child;
  } catch (error) {
    throw new ToolbaseError('CHECK_FAILED', 'FORM did not finish', {
      hint: 'Set engine to embedded, or check the installed FORM.',
      cause: error,
    });
  }
  const results = await Promise.all(
    pairs.map(async (_, index): Promise<Polynomial> => {
      const printed = await readFile(path.join(program.folder, `M${index + 1}`), 'utf8');
      if (printed.length > RESULT_LIMIT)
        throw new ToolbaseError('CHECK_FAILED', 'the result of FORM is too long');
      return parseForm(printed);
    }),
  );
  return (first, second) => {
    const at = pairs.findIndex((pair) => pair.first === first && pair.second === second);
    return results[at] ?? add(ZERO, multiply(ZERO, ZERO));
  };
}
