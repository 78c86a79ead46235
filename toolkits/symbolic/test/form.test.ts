import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { OperationContext } from 'toolbase/toolkit';
import { expect, test } from 'vitest';
import { needsExternal } from '../../../test/external.ts';
import { invariants } from '../src/algebra/invariants.ts';
import { pairProduct } from '../src/algebra/pair-product.ts';
import { equal } from '../src/algebra/polynomial.ts';
import { computeCrossSection } from '../src/compute-cross-section.ts';
import { parseForm } from '../src/form/parse-form.ts';
import { formProducts } from '../src/form/run-form.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { readProcess } from '../src/tree/process.ts';
import { COLLISIONS, withInputs } from './collision-diagrams.ts';
import { randomCollision } from './random-collisions.ts';

const hasForm = spawnSync('form', ['-v']).status === 0;

/** All products of pairs by both programs, as polynomials that must be the same to the last coefficient. */
async function compareWithForm(input: CollisionInput): Promise<number> {
  const process = readProcess(input);
  const { externals, context } = process;
  const trees = process.trees.map(({ tree }) => tree);
  const names = { s: 's_inv', t: 't_inv' };
  const kinematics = invariants(
    externals,
    trees.flatMap(({ lines }) => lines),
    context.generators,
    names,
  );
  const setting = { externals, invariants: kinematics, context };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'form-'));
  try {
    const products = await formProducts(trees, setting, { path: 'form', folder });
    let compared = 0;
    for (const [i, first] of trees.entries())
      for (const second of trees.slice(i)) {
        expect(equal(products(first, second, setting), pairProduct(first, second, setting))).toBe(true);
        compared++;
      }
    return compared;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const named = (input: CollisionInput): CollisionInput => {
  const texts = [
    ...input.particles.flatMap((p) => [p.mass, p.width ?? '']),
    ...input.terms.map((t) => t.coupling),
  ];
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []));
  for (const word of ['sqrt', 'pi', 'I']) words.delete(word);
  return { ...input, parameters: [...words].map((name) => ({ name })) };
};

test('FORM and the embedded engine agree exactly on the processes of the reference', async (context) => {
  needsExternal(context, 'form', hasForm);
  for (const input of Object.values(COLLISIONS))
    expect(await compareWithForm(named(input))).toBeGreaterThan(0);
});

test('FORM and the embedded engine agree exactly on random declared diagrams', async (context) => {
  needsExternal(context, 'form', hasForm);
  await fc.assert(
    fc.asyncProperty(randomCollision, async (input) => {
      await compareWithForm(named(input));
    }),
    { numRuns: Number(process.env['FORM_RUNS'] ?? '40'), seed: 20240531 },
  );
});

const onMachine = (engine: string, folder: string, path: string | undefined): OperationContext =>
  ({
    setting: () => engine,
    external: () => (path === undefined ? undefined : { path, version: '4.3' }),
    tempDir: () => Promise.resolve(folder),
    signal: new AbortController().signal,
  }) as unknown as OperationContext;

const compton = withInputs(
  COLLISIONS['gamma_e_gamma_e_Compton']!,
  { alpha: 0.0073, me: 0.1 },
  { sqrt_s_gev: 0.5 },
);

test('the setting engine lets FORM take the traces, and the answer says so', async (context) => {
  needsExternal(context, 'form', hasForm);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'form-'));
  const embedded = await computeCrossSection.run(compton, onMachine('embedded', folder, 'form'));
  const form = await computeCrossSection.run(compton, onMachine('form', folder, 'form'));
  expect(form.engine).toContain('form 4.3');
  expect(form.closed_form).toEqual(embedded.closed_form);
  await rm(folder, { recursive: true });
});

test('an engine that is not there or is none is an error', async () => {
  const run = (engine: string, program: string | undefined) =>
    computeCrossSection.run(compton, onMachine(engine, os.tmpdir(), program));
  await expect(run('form', undefined)).rejects.toThrow(/not on this machine/);
  await expect(run('mathematica', 'form')).rejects.toThrow(/no engine/);
});

test('a program that is not FORM gives an error and no number', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'form-'));
  await expect(computeCrossSection.run(compton, onMachine('form', folder, '/bin/false'))).rejects.toThrow(
    /did not finish/,
  );
  await rm(folder, { recursive: true });
});

test('only polynomials are read back', () => {
  expect(parseForm('0').terms.size).toBe(0);
  expect(parseForm(' 3*x1^-2*x2 -\n  1/2*i_*x12^3').terms.size).toBe(2);
  for (const text of ['x1+y', 'p1.p2', 'x1*(x2)', '#system ls', '2**x1'])
    expect(() => parseForm(text)).toThrow(/polynomial/);
});
