import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { OperationContext } from 'toolbase/toolkit';
import { expect, test } from 'vitest';
import { needsExternal } from '../../../test/external.ts';
import { decayAmplitude } from '../src/algebra/closed-form.ts';
import { computeCrossSection } from '../src/compute-cross-section.ts';
import { computeDecayRate } from '../src/compute-decay-rate.ts';
import { readDecay } from '../src/decay.ts';
import { parseForm } from '../src/form/parse-form.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { withInputs } from './declared-collision.ts';
import { collisionByBoth, named, productsByBoth } from './compare-with-form.ts';
import { fToFV, withValues } from './diagrams.ts';
import { randomCollision } from './random-collisions.ts';
import { STRUCTURE_DIAGRAMS } from './reference-diagrams.ts';

const hasForm = spawnSync('form', ['-v']).status === 0;

test('FORM and the embedded engine agree exactly on the processes of the reference', async (context) => {
  needsExternal(context, 'form', hasForm);
  for (const input of Object.values(COLLISIONS))
    expect(await collisionByBoth(input)).toMatchObject({ same: true });
});

test('FORM and the embedded engine agree exactly on the decays of the reference', async (context) => {
  needsExternal(context, 'form', hasForm);
  for (const [structure, diagram] of Object.entries(STRUCTURE_DIAGRAMS))
    expect(await productsByBoth(decayAmplitude(readDecay(named(diagram)))), structure).toEqual({
      pairs: 1,
      same: true,
    });
});

test('FORM and the embedded engine agree exactly on random declared diagrams', {
  timeout: 300_000,
}, async (context) => {
  needsExternal(context, 'form', hasForm);
  await fc.assert(
    fc.asyncProperty(randomCollision, async (input) => {
      expect(await collisionByBoth(input)).toMatchObject({ same: true });
    }),
    { numRuns: 40, seed: 20240531 },
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

test('the setting engine holds for decays as well', async (context) => {
  needsExternal(context, 'form', hasForm);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'form-'));
  const dipole = withValues(fToFV({ 'sigma.q': 'c', 'gamma.PL': 'g' }), {
    c: 0.1,
    g: 0.2,
    mF: 9,
    mf: 1,
    mV: 3,
  });
  const embedded = await computeDecayRate.run(dipole, onMachine('embedded', folder, 'form'));
  const form = await computeDecayRate.run(dipole, onMachine('form', folder, 'form'));
  expect(form.engine).toMatch(/^form 4\.3 for the traces/);
  expect(form.width_gev).toBe(embedded.width_gev);
  expect(form.check!.closed_form_value_gev / embedded.check!.closed_form_value_gev - 1).toBeCloseTo(0, 14);
  await expect(computeDecayRate.run(dipole, onMachine('form', folder, undefined))).rejects.toThrow(
    /not on this machine/,
  );
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
