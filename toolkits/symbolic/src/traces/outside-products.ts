import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ToolbaseError } from 'toolbase/toolkit';
import { type PairPart, pairParts, type PairProducts, type PairSetting } from '../algebra/pair-product.ts';
import { type Polynomial, ZERO } from '../algebra/polynomial.ts';
import type { ScalarProducts } from '../algebra/tensor.ts';
import type { Tree } from '../tree/tree.ts';

const run = promisify(execFile);

/** A program on this machine. */
export type OutsideProgram = {
  readonly path: string;
  /** An empty folder that is removed afterwards. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
};

/** How a program that takes traces is spoken to: it reads one file and writes M1, M2, ..., one for each product. */
export type TraceLanguage = {
  readonly name: string;
  readonly file: string;
  readonly write: (pairs: readonly (readonly PairPart[])[], products: ScalarProducts) => string;
  readonly read: (printed: string) => Polynomial;
  readonly args: (folder: string) => readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeLimitMs: number;
};

const OUTPUT_LIMIT = 1 << 20;
const RESULT_LIMIT = 20_000_000;

/** Products of all pairs of diagrams, by one run of a program.
 * @throws ToolbaseError CHECK_FAILED when it fails, prints something else or takes too long */
export async function outsideProducts(
  language: TraceLanguage,
  { trees, setting }: { readonly trees: readonly Tree[]; readonly setting: PairSetting },
  program: OutsideProgram,
): Promise<PairProducts> {
  const pairs = trees.flatMap((first, i) => trees.slice(i).map((second) => ({ first, second })));
  const parts = pairs.map(({ first, second }) => pairParts(first, second, setting));
  await writeFile(
    path.join(program.folder, language.file),
    language.write(parts, setting.invariants.products),
  );
  try {
    const child = run(program.path, [...language.args(program.folder)], {
      cwd: program.folder,
      timeout: language.timeLimitMs,
      maxBuffer: OUTPUT_LIMIT,
      env: language.env,
      ...(program.signal === undefined ? {} : { signal: program.signal }),
    });
    // Such programs wait for a key when they find nothing to read.
    child.child.stdin?.end();
    await child;
  } catch (error) {
    throw failed(language, 'did not finish', error);
  }
  const results = await Promise.all(
    pairs.map(async (_, index): Promise<Polynomial> => {
      const printed = await readFile(path.join(program.folder, `M${index + 1}`), 'utf8').catch(
        (error: unknown) => {
          throw failed(language, 'wrote no result', error);
        },
      );
      if (printed.length > RESULT_LIMIT) throw failed(language, 'wrote a result that is too long');
      return language.read(printed);
    }),
  );
  return (first, second) => {
    const at = pairs.findIndex((pair) => pair.first === first && pair.second === second);
    return results[at] ?? ZERO;
  };
}

const failed = ({ name }: TraceLanguage, what: string, cause?: unknown): ToolbaseError =>
  new ToolbaseError('CHECK_FAILED', `${name} ${what}`, {
    hint: `Set engine to embedded, or check the installed ${name}.`,
    ...(cause === undefined ? {} : { cause }),
  });
