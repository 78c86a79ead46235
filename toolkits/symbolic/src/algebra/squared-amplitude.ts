import { couplingForm } from '../convention/coupling.ts';
import {
  type BosonVertex,
  type FermionVertex,
  isFermionVertex,
  legsOf,
  type Vertex,
} from '../convention/vertex.ts';
import type { Externals, Particle } from '../declaration/particles.ts';
import type { PolynomialContext } from './coupling-polynomial.ts';
import { decayProducts, massIn, type Masses, momentumSlot } from './decay-products.ts';
import { type DiracSum, diracProduct, diracTrace } from './gamma-trace.ts';
import { constant, inverse, multiply, ONE, type Polynomial, scale } from './polynomial.ts';
import { contracted, type Pair, type TensorTerm, tensorProduct } from './tensor.ts';

/** Sum of |M|^2 over all spins as polynomial in masses and couplings, by traces and index contraction. */
export function squaredAmplitude(
  externals: Externals,
  vertex: Vertex,
  masses: Masses,
  context: PolynomialContext,
): Polynomial {
  const products = decayProducts(externals, masses);
  const sums = legsOf(vertex)
    .filter(({ spin }) => spin === '1')
    .map((leg) => polarisationSum(leg, masses));
  if (isFermionVertex(vertex)) return contracted(fermionTrace(vertex, masses, context), sums, products);
  const structure = bosonStructure(vertex);
  const square = structure.flatMap((a) => structure.map((b) => tensorProduct(a, primed(b))));
  const coupling = couplingForm(vertex.coupling, context);
  const modulus = multiply(coupling, context.generators.conjugate(coupling));
  return multiply(modulus, contracted(square, sums, products));
}

const index = ({ id }: Particle): string => `mu(${id})`;
const primedIndex = ({ id }: Particle): string => `nu(${id})`;

/** Sum of eps^mu eps*^nu of a massive vector: -g + k k/m^2. */
function polarisationSum(leg: Particle, masses: Masses): TensorTerm[] {
  const mass = massIn(masses, leg);
  const inverseSquare = inverse(multiply(mass, mass));
  if (inverseSquare === undefined) throw new RangeError(`the vector ${leg.id} has no mass`);
  const [mu, nu, k] = [index(leg), primedIndex(leg), momentumSlot(leg)];
  return [
    { coefficient: constant(-1n), pairs: [[mu, nu]], epsilons: [] },
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

/** Trace of spin sum, vertex, spin sum, conjugate vertex. */
function fermionTrace(vertex: FermionVertex, masses: Masses, context: PolynomialContext): TensorTerm[] {
  const { bar, unbarred, boson } = vertex;
  const { generators } = context;
  const [even, odd] = [couplingForm(vertex.even, context), couplingForm(vertex.odd, context)];
  const [evenBar, oddBar] = [generators.conjugate(even), generators.conjugate(odd)];
  const vector = vertex.class === 'FFV';
  const rule = (a: Polynomial, b: Polynomial, slots: readonly string[]): DiracSum => [
    { coefficient: a, slots, five: false },
    { coefficient: b, slots, five: true },
  ];
  return diracTrace(
    diracProduct([
      spinSum(bar, bar.role === 'outgoing' ? 1n : -1n, masses),
      rule(even, odd, vector ? [index(boson)] : []),
      spinSum(unbarred, unbarred.role === 'incoming' ? 1n : -1n, masses),
      rule(evenBar, vector ? oddBar : scale(oddBar, -1n), vector ? [primedIndex(boson)] : []),
    ]),
  );
}

/** pslash + m for u spinors, pslash - m for v spinors. */
const spinSum = (fermion: Particle, sign: bigint, masses: Masses): DiracSum => [
  { coefficient: ONE, slots: [momentumSlot(fermion)], five: false },
  { coefficient: scale(massIn(masses, fermion), sign), slots: [], five: false },
];

/** The structure with all polarisation vectors taken off; momenta incoming. */
function bosonStructure({ class: name, legs: [a, b, c] }: BosonVertex): TensorTerm[] {
  switch (name) {
    case 'SSS':
      return [term(1n)];
    case 'VVS':
      return [term(1n, [index(a), index(b)])];
    case 'SSV':
      return [component(a, 1n, c), component(b, -1n, c)];
    case 'VVV':
      return [...antisymmetric(a, b, c), ...antisymmetric(b, c, a), ...antisymmetric(c, a, b)];
  }
}

const term = (coefficient: bigint, ...pairs: Pair[]): TensorTerm => ({
  coefficient: constant(coefficient),
  pairs,
  epsilons: [],
});

/** Inflowing momentum of one leg along the index of another. */
const component = (of: Particle, sign: bigint, along: Particle): TensorTerm =>
  term(of.role === 'incoming' ? sign : -sign, [momentumSlot(of), index(along)]);

/** g_ab (ka - kb)_c. */
const antisymmetric = (a: Particle, b: Particle, c: Particle): TensorTerm[] =>
  [component(a, 1n, c), component(b, -1n, c)].map((part) =>
    tensorProduct(term(1n, [index(a), index(b)]), part),
  );

/** The same tensor with the indices of the conjugate amplitude. */
const primed = ({ coefficient, pairs, epsilons }: TensorTerm): TensorTerm => ({
  coefficient,
  pairs: pairs.map(([a, b]) => [prime(a), prime(b)] as const),
  epsilons: epsilons.map(([a, b, c, d]) => [prime(a), prime(b), prime(c), prime(d)] as const),
});

const prime = (slot: string): string => (slot.startsWith('mu(') ? `nu(${slot.slice('mu('.length)}` : slot);
