import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { OperationContext } from 'toolbase/toolkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needsExternal } from '../../../test/external.ts';
import { decayAmplitude } from '../src/algebra/closed-form.ts';
import { constant, equal, generatorPower, multiply, type Polynomial } from '../src/algebra/polynomial.ts';
import { pairProduct } from '../src/algebra/pair-product.ts';
import { processAmplitude } from '../src/algebra/process-forms.ts';
import { computeDecayRate } from '../src/compute-decay-rate.ts';
import { readDecay } from '../src/decay.ts';
import type { Amplitude } from '../src/engine.ts';
import { parseWolfram } from '../src/feyncalc/parse-wolfram.ts';
import { feynCalcProducts } from '../src/feyncalc/run-feyncalc.ts';
import { readProcess } from '../src/tree/process.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { named } from './compare-with-form.ts';
import { sToFF, withValues } from './diagrams.ts';
import { STRUCTURE_DIAGRAMS } from './reference-diagrams.ts';

const hasForm = spawnSync('/usr/bin/form', ['-v']).status === 0;
const TRANSLATED = path.join(import.meta.dirname, 'translated-wolframscript.mjs');

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'feyncalc-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A program of a few lines in the place of wolframscript. */
async function fake(script: string): Promise<string> {
  const file = path.join(folder, 'wolframscript');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const onMachine = (program: string | undefined, signal = new AbortController().signal): OperationContext =>
  ({
    setting: () => 'feyncalc',
    external: (name: string) =>
      name === 'wolframscript' && program !== undefined ? { path: program, version: '1.12.0' } : undefined,
    tempDir: () => Promise.resolve(folder),
    signal,
  }) as unknown as OperationContext;

const decays = withValues(sToFF({ '1': 'y' }), { y: 0.87, mS: 1240, mf: 320 });

describe('the program for FeynCalc', () => {
  test('is written in its words and holds none of the caller', async () => {
    const program = await fake(`printf '%s' '2*x1^2*x3^2 - 8*x2^2*x3^2' > M1; echo '"10.1.0"' > version`);
    const secret = {
      ...decays,
      particles: decays.particles.map((p) => ({ ...p, field: `${p.field}Private`, id: `${p.id}Private` })),
      vertices: decays.vertices.map((v) => ({ ...v, legs: v.legs.map((leg) => `${leg}Private`) })),
    };
    const result = await computeDecayRate.run(secret, onMachine(program));
    const text = await readFile(path.join(folder, 'run.wl'), 'utf8');
    expect(text).not.toMatch(/Private|mS|mf|\by\b/);
    expect(text.split('\n').slice(0, 3)).toEqual([
      '$FeynCalcStartupMessages = False;',
      'If[Get["FeynCalc`"] === $Failed, Exit[3]];',
      '$LeviCivitaSign = -1;',
    ]);
    expect(text).toMatch(/^ScalarProduct\[p1, p1\] = \(\(1\)\/1\*x\d\^2\);$/m);
    expect(text).toMatch(/TR\[GS\[p1\]\.GS\[p2\]\]/);
    expect(text).toMatch(/^write\["M1", s1\];$/m);
    expect(result.engine).toMatch(/^feyncalc 10\.1\.0 \(wolframscript 1\.12\.0\)/);
  });

  test('translated to FORM gives the products of the embedded engine, on all processes of the reference', {
    timeout: 120_000,
  }, async (context) => {
    needsExternal(context, 'form', hasForm);
    const amplitudes: Amplitude[] = [
      ...Object.values(STRUCTURE_DIAGRAMS).map((diagram) => decayAmplitude(readDecay(named(diagram)))),
      ...Object.values(COLLISIONS).map((input) => processAmplitude(readProcess(named(input)))),
    ];
    for (const { trees, setting } of amplitudes) {
      const { products } = await feynCalcProducts(trees, setting, { path: TRANSLATED, folder });
      for (const [i, first] of trees.entries())
        for (const second of trees.slice(i))
          expect(equal(products(first, second, setting), pairProduct(first, second, setting))).toBe(true);
    }
  });
});

describe('a wolframscript that does not answer well gives an error and no number', () => {
  test.each([
    ['without FeynCalc', 'exit 3', /FeynCalc did not finish/],
    ['that writes nothing', 'exit 0', /FeynCalc wrote no result/],
    ['that writes words', 'echo "Syntax::sntx" > M1', /no polynomial/],
    ['that leaves a trace undone', 'echo "4*Pair[p1, p2]" > M1', /no polynomial/],
    ['that is wrong by a factor 2', `echo '4*x1^2*x3^2 - 16*x2^2*x3^2' > M1`, /helicity sum/],
    ['that prints without end', 'yes', /did not finish/],
  ])('%s', async (_title, script, message) => {
    await expect(computeDecayRate.run(decays, onMachine(await fake(script)))).rejects.toThrow(message);
  });

  test('that hangs is ended when the call is cancelled', async () => {
    const controller = new AbortController();
    const running = computeDecayRate.run(decays, onMachine(await fake('exec sleep 60'), controller.signal));
    setTimeout(() => controller.abort(), 100);
    await expect(running).rejects.toThrow(/did not finish/);
  });

  test('that is not there is named', async () => {
    await expect(computeDecayRate.run(decays, onMachine(undefined))).rejects.toThrow(
      /wolframscript is not on this machine/,
    );
  });
});

describe('results in InputForm', () => {
  const x = (index: number, exponent = 1): Polynomial => generatorPower(index, exponent);
  test.each([
    ['0', constant(0n)],
    ['-3/2', constant(-3n, 2n)],
    ['(2*I)*x1^2', multiply(constant(2n), multiply(generatorPower(0, 1), x(1, 2)))],
    ['(x1*x2^2)/(4*x3^2)', multiply(constant(1n, 4n), multiply(multiply(x(1), x(2, 2)), x(3, -2)))],
    ['x1^(-2)', x(1, -2)],
    ['-(x1/x12)', multiply(constant(-1n), multiply(x(1), x(12, -1)))],
  ])('%s', (text, expected) => {
    expect(equal(parseWolfram(text), expected)).toBe(true);
  });
  test.each(['x1 + y', 'Pair[p1, p2]', 'x1/(x1 + x2)', 'sqrt(x1)', '', '2.5*x1'])('%s is refused', (text) => {
    expect(() => parseWolfram(text)).toThrow(/no polynomial/);
  });
});
