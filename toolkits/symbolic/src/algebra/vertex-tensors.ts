import { couplingForm } from '../convention/coupling.ts';
import type { BosonStructure, BosonVertex } from '../convention/vertex.ts';
import { isZero as isMassless } from '../declaration/quantity.ts';
import type { Line } from '../tree/topology.ts';
import type { Tree } from '../tree/tree.ts';
import type { PolynomialContext } from './coupling-polynomial.ts';
import { type Invariants, momentumSlot } from './invariants.ts';
import { constant, inverse, multiply, type Polynomial, scale } from './polynomial.ts';
import { type Pair, type Slot, type TensorTerm, tensorProduct } from './tensor.ts';

/** Which factor of M M* a tensor belongs to: their indices have different names. */
export type Half = 'amplitude' | 'conjugate';

/** Index of a vector leg at a vertex. */
export const indexSlot = (half: Half, vertex: number, id: string): Slot =>
  `${half === 'amplitude' ? 'mu' : 'nu'}${vertex}(${id})`;

/** The momentum that flows into a vertex along a leg: a slot and its sign. */
export function inflowSlot(
  id: string,
  role: 'incoming' | 'outgoing',
  vertex: number,
  { lines }: Tree,
): { slot: Slot; sign: bigint } {
  const line = lines.find(({ propagator }) => propagator.id === id);
  const inwards = line === undefined ? role === 'incoming' : line.to === vertex;
  return { slot: momentumSlot(id), sign: inwards ? 1n : -1n };
}

const term = (coefficient: bigint, ...pairs: Pair[]): TensorTerm => ({
  coefficient: constant(coefficient),
  pairs,
  epsilons: [],
});

/** A vertex of bosons as tensor in the indices of its vectors. */
export function bosonTensor(
  vertex: BosonVertex,
  at: number,
  half: Half,
  tree: Tree,
  context: PolynomialContext,
): TensorTerm[] {
  const index = vertex.legs.map(({ id }) => indexSlot(half, at, id));
  const inflow = vertex.legs.map(({ id, role }) => inflowSlot(id, role, at, tree));
  return vertex.parts.flatMap(({ structure, coupling }) => {
    const form = couplingForm(coupling, context);
    const factor = half === 'amplitude' ? form : context.generators.conjugate(form);
    return structureTensor(structure, index, inflow).map((part) => ({
      ...part,
      coefficient: multiply(part.coefficient, factor),
    }));
  });
}

type Inflow = { readonly slot: Slot; readonly sign: bigint };

function structureTensor(
  structure: BosonStructure,
  index: readonly Slot[],
  inflow: readonly Inflow[],
): TensorTerm[] {
  const mu = (leg: number): Slot => index[leg] ?? '';
  const k = (leg: number): Inflow => inflow[leg] ?? { slot: '', sign: 1n };
  /** Inflowing momentum of one leg along the index of another. */
  const component = (of: number, sign: bigint, along: number) =>
    term(sign * k(of).sign, [k(of).slot, mu(along)]);
  switch (structure) {
    case '1':
      return [term(1n)];
    case 'g':
      return [term(1n, [mu(0), mu(1)])];
    case 'p1-p2':
      return [component(0, 1n, 2), component(1, -1n, 2)];
    case 'YM':
      return [0, 1, 2].flatMap((leg) => {
        const [a, b, c] = [leg, (leg + 1) % 3, (leg + 2) % 3];
        return [component(a, 1n, c), component(b, -1n, c)].map((part) =>
          tensorProduct(term(1n, [mu(a), mu(b)]), part),
        );
      });
    case 'FF':
      return [
        tensorProduct(component(1, 2n, 0), component(0, 1n, 1)),
        term(-2n * k(0).sign * k(1).sign, [k(0).slot, k(1).slot], [mu(0), mu(1)]),
      ];
    case 'FFdual':
      return [
        {
          coefficient: constant(-2n * k(0).sign * k(1).sign),
          pairs: [],
          epsilons: [[k(0).slot, mu(0), k(1).slot, mu(1)]],
        },
      ];
  }
}

/** Numerator of a vector's propagator, -g + q q/m**2, between its two vertices. */
export function lineTensor({ propagator, from, to }: Line, half: Half, { mass }: Invariants): TensorTerm[] {
  const [mu, nu] = [indexSlot(half, from, propagator.id), indexSlot(half, to, propagator.id)];
  return transverse(mu, nu, momentumSlot(propagator.id), isMassless(propagator.mass), mass(propagator));
}

/** -g, plus k k/m**2 for a massive vector. */
export function transverse(mu: Slot, nu: Slot, k: Slot, massless: boolean, mass: Polynomial): TensorTerm[] {
  const metric = term(-1n, [mu, nu]);
  if (massless) return [metric];
  const inverseSquare = inverse(multiply(mass, mass));
  if (inverseSquare === undefined) throw new RangeError('a massive vector has a mass');
  return [
    metric,
    {
      coefficient: inverseSquare,
      pairs: [
        [k, mu],
        [k, nu],
      ],
      epsilons: [],
    },
  ];
}

export const negatedIf = (p: Polynomial, negative: boolean): Polynomial => (negative ? scale(p, -1n) : p);
