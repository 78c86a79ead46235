import { expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { decayRate } from '../src/compute-decay-rate.ts';
import { squaredAmplitude } from '../src/compute-squared-amplitude.ts';
import type { FormulaNode } from '../src/expression-nodes.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { withInputs } from './declared-collision.ts';
import { sToFF, withValues } from './diagrams.ts';

/** Value of a list of nodes, read as the format says and by nothing of the toolkit. */
function valueOf(nodes: readonly FormulaNode[], names: Readonly<Record<string, number>>): number {
  const values: number[] = [];
  for (const { kind, value = '', args = [] } of nodes) {
    const [first = Number.NaN, second = Number.NaN] = args.map((at) => values[at] ?? Number.NaN);
    const all = args.map((at) => values[at] ?? Number.NaN);
    const [above, below] = value.split('/').map(Number);
    values.push(
      {
        number: Number(value),
        rational: (above ?? Number.NaN) / (below ?? Number.NaN),
        name: names[value] ?? Number.NaN,
        constant: value === 'pi' ? Math.PI : Number.NaN,
        negative: -first,
        sum: all.reduce((total, term) => total + term, 0),
        product: all.reduce((total, factor) => total * factor, 1),
        reciprocal: 1 / first,
        power: first ** second,
        call: { sqrt: Math.sqrt(first), log: Math.log(first), Abs: Math.abs(first) }[value] ?? Number.NaN,
      }[kind],
    );
  }
  return values.at(-1) ?? Number.NaN;
}

const values = { y: 0.87, mS: 1240, mf: 320 };
const decay = withValues(sToFF({ '1': 'y' }), values);

test('the nodes of a width have the value of the width', () => {
  const {
    width_gev: width,
    closed_form: form,
    squared_amplitude: square,
  } = decayRate({ ...decay, formula_tree: true });
  expect(valueOf(form!.tree!, values) / width!).toBeCloseTo(1, 12);
  expect(valueOf(square!.tree!, values) / square!.value!).toBeCloseTo(1, 12);
  expect(squaredAmplitude({ ...decay, formula_tree: true }).squared_amplitude.tree).toEqual(square!.tree);
  expect(decayRate(decay).closed_form).not.toHaveProperty('tree');
});

test('the nodes of a squared amplitude have its value', () => {
  const inputs = { mf: 10, mchi: 20, y_f: 0.3, y_chi: 0.2, mS: 100, GammaS: 2 };
  const portal = withInputs(COLLISIONS['f_fbar_S_chi_chibar_Dirac']!, inputs, { sqrt_s_gev: 80 });
  const { squared_amplitude: square } = squaredAmplitude({ ...portal, cos_theta: 0.3, formula_tree: true });
  expect(valueOf(square.tree!, { ...inputs, s: 6400 }) / square.value!).toBeCloseTo(1, 9);
});

test('nodes that would make the answer too long are left out, and that is said', () => {
  const compton = withInputs(
    COLLISIONS['gamma_e_gamma_e_Compton']!,
    { alpha: 0.0073, me: 0.1 },
    { sqrt_s_gev: 0.4, formula_tree: true },
  );
  const result = collide(compton);
  expect(JSON.stringify(result).length).toBeLessThanOrEqual(8192);
  if (result.closed_form?.tree === undefined) expect(result.notes.join()).toContain('nodes');
});
