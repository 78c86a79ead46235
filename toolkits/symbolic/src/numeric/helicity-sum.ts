import type { Particle } from '../declaration/particles.ts';
import { type BosonVertex, type FermionVertex, isFermionVertex, type Vertex } from '../convention/vertex.ts';
import { type Complex, scaled, squaredModulus, times } from './complex.ts';
import { chiralOn, contract, current } from './dirac.ts';
import { dot, type FourVector, minus } from './four-vector.ts';
import { barredSpinors, type ExternalState, polarisationVectors, unbarredSpinors } from './states.ts';
import { adjoint } from './spinors.ts';

/** Values of a vertex's couplings: of 1 and g5 (gamma and gamma g5), or of the one boson structure. */
export type CouplingValues = { readonly even: Complex; readonly odd: Complex } | { readonly single: Complex };

type States = ReadonlyMap<string, ExternalState>;

/** Sum of |M|^2 over all spins, from explicit spinors and polarisation vectors. */
export function summedSquare(vertex: Vertex, couplings: CouplingValues, states: States): number {
  if (isFermionVertex(vertex)) {
    if (!('even' in couplings)) throw new TypeError('a fermion vertex has two couplings');
    return fermionSum(vertex, couplings, states);
  }
  if (!('single' in couplings)) throw new TypeError('a boson vertex has one coupling');
  return squaredModulus(couplings.single) * bosonSum(vertex, states);
}

function stateOf(states: States, { id }: Particle): ExternalState {
  const state = states.get(id);
  if (state === undefined) throw new RangeError(`no state of ${id}`);
  return state;
}

function fermionSum(
  vertex: FermionVertex,
  { even, odd }: { even: Complex; odd: Complex },
  states: States,
): number {
  const { bar, unbarred, boson } = vertex;
  const rows = barredSpinors(bar, stateOf(states, bar)).map(adjoint);
  const columns = unbarredSpinors(unbarred, stateOf(states, unbarred)).map((psi) => chiralOn(even, odd, psi));
  const vectors = vertex.class === 'FFV' ? polarisationVectors(stateOf(states, boson)) : [];
  let sum = 0;
  for (const row of rows)
    for (const column of columns) {
      if (vertex.class === 'FFS') {
        sum += squaredModulus(contract(row, column));
        continue;
      }
      const j = current(row, column);
      for (const vector of vectors) sum += squaredModulus(dot(j, vector));
    }
  return sum;
}

function bosonSum({ class: name, legs }: BosonVertex, states: States): number {
  const [a, b, c] = legs.map((leg) => stateOf(states, leg));
  if (a === undefined || b === undefined || c === undefined) throw new RangeError('a vertex has three legs');
  switch (name) {
    case 'SSS':
      return 1;
    case 'VVS': {
      const second = polarisationVectors(b);
      return total(polarisationVectors(a).flatMap((e) => second.map((f) => dot(e, f))));
    }
    case 'SSV': {
      const difference = minus(a.inflow, b.inflow);
      return total(polarisationVectors(c).map((e) => dot(difference, e)));
    }
    case 'VVV':
      return total(yangMills(a, b, c));
  }
}

const total = (amplitudes: readonly Complex[]): number =>
  amplitudes.reduce((sum, amplitude) => sum + squaredModulus(amplitude), 0);

/** g_ab (ka - kb)_c + g_bc (kb - kc)_a + g_ca (kc - ka)_b contracted with all polarisations, momenta incoming. */
function yangMills(a: ExternalState, b: ExternalState, c: ExternalState): Complex[] {
  const term = (e: FourVector, f: FourVector, g: FourVector, difference: FourVector): Complex =>
    times(dot(e, f), dot(difference, g));
  const [ab, bc, ca] = [minus(a.inflow, b.inflow), minus(b.inflow, c.inflow), minus(c.inflow, a.inflow)];
  const [second, third] = [polarisationVectors(b), polarisationVectors(c)];
  return polarisationVectors(a).flatMap((e) =>
    second.flatMap((f) =>
      third.map((g) => {
        const parts = [term(e, f, g, ab), term(f, g, e, bc), term(g, e, f, ca)];
        return parts.reduce((sum, part) => ({ re: sum.re + part.re, im: sum.im + part.im }), scaled(e[0], 0));
      }),
    ),
  );
}
