import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pairProduct } from '../src/algebra/pair-product.ts';
import { equal } from '../src/algebra/polynomial.ts';
import { processAmplitude } from '../src/algebra/process-forms.ts';
import type { Amplitude } from '../src/engine.ts';
import { formProducts } from '../src/form/run-form.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { readProcess } from '../src/tree/process.ts';

/** How many products of pairs of diagrams both programs take, and whether all are the same to the last coefficient. */
export type FormComparison = { readonly pairs: number; readonly same: boolean };

export async function productsByBoth({ trees, setting }: Amplitude): Promise<FormComparison> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'form-'));
  try {
    const products = await formProducts(trees, setting, { path: 'form', folder });
    const pairs = trees.flatMap((first, i) => trees.slice(i).map((second) => [first, second] as const));
    const same = pairs.every(([first, second]) =>
      equal(products(first, second, setting), pairProduct(first, second, setting)),
    );
    return { pairs: pairs.length, same };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The same of a collision whose names have no values. */
export const collisionByBoth = (input: CollisionInput): Promise<FormComparison> =>
  productsByBoth(processAmplitude(readProcess(named(input))));

/** Every name of a declaration as a symbol. */
export const named = <T extends CollisionInput>(input: T): T => {
  const texts = [
    ...input.particles.flatMap((p) => [p.mass, p.width ?? '']),
    ...input.terms.map((t) => t.coupling),
  ];
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []));
  for (const word of ['sqrt', 'pi', 'I']) words.delete(word);
  return { ...input, parameters: [...words].map((name) => ({ name })) };
};
