import { couplingForm } from '../convention/coupling.ts';
import { type FourFermionPart, isFermionVertex, isFourFermionVertex } from '../convention/vertex.ts';
import type { Particle } from '../declaration/particles.ts';
import { isZero as isMassless } from '../declaration/quantity.ts';
import { type Chain, reversed, type Tree } from '../tree/tree.ts';
import { type ChainSetting, chainMatrices, slashPlus } from './chain-matrices.ts';
import type { PolynomialContext } from './coupling-polynomial.ts';
import { type DiracSum, type DiracTerm, diracProduct, diracTrace } from './gamma-trace.ts';
import { type Invariants, momentumSlot } from './invariants.ts';
import { add, isZero, multiply, ONE, type Polynomial, scale, ZERO } from './polynomial.ts';
import { contracted, joinedFactors, type TensorTerm, tensorProduct } from './tensor.ts';
import { bosonTensor, type Half, indexSlot, lineTensor, transverse } from './vertex-tensors.ts';

/** What two diagrams are multiplied in. */
export type PairSetting = {
  readonly externals: readonly Particle[];
  readonly invariants: Invariants;
  readonly context: PolynomialContext;
};

/** A summand of M1 M2*: a coefficient times traces times tensors. */
export type PairPart = {
  readonly coefficient: Polynomial;
  readonly traces: readonly DiracSum[];
  readonly factors: readonly (readonly TensorTerm[])[];
};

/** M1 M2* without denominators, summed over all spins. */
export type PairProducts = (first: Tree, second: Tree, setting: PairSetting) => Polynomial;

/** The embedded engine: traces are taken, then contracted with the tensors. */
export const pairProduct: PairProducts = (first, second, setting) =>
  pairParts(first, second, setting).reduce(
    (total, { coefficient, traces, factors }) =>
      add(total, multiply(coefficient, loopsContracted(traces, factors, setting.invariants))),
    ZERO,
  );

/** M1 M2* as traces and tensors: one trace for each closed line of fermions, tensors for bosons. Massless external
 * vectors are summed by -g. */
export function pairParts(first: Tree, second: Tree, setting: PairSetting): PairPart[] {
  const sign = first.sign * second.sign * ((first.lines.length + second.lines.length) % 2 === 0 ? 1 : -1);
  const parts: PairPart[] = [];
  for (const left of partChoices(first))
    for (const right of partChoices(second)) {
      const coupling = multiply(left.coupling(setting, false), right.coupling(setting, true));
      const { traces, factors, negative } = choiceParts(first, second, left.parts, right.parts, setting);
      parts.push({ coefficient: scale(coupling, BigInt(negative ? -sign : sign)), traces, factors });
    }
  return parts;
}

type Choice = {
  readonly parts: ReadonlyMap<number, FourFermionPart>;
  readonly coupling: (setting: PairSetting, conjugate: boolean) => Polynomial;
};

/** Every way of taking one part of each four-fermion vertex. */
function partChoices({ vertices }: Tree): Choice[] {
  const choices = vertices.reduce<ReadonlyMap<number, FourFermionPart>[]>(
    (found, vertex, index) =>
      isFourFermionVertex(vertex)
        ? found.flatMap((parts) => vertex.parts.map((part) => new Map([...parts, [index, part]])))
        : found,
    [new Map()],
  );
  return choices.map((parts) => ({
    parts,
    coupling: ({ context }, conjugate) =>
      [...parts.values()]
        .map(({ coupling }) => couplingForm(coupling, context))
        .map((form) => (conjugate ? context.generators.conjugate(form) : form))
        .reduce(multiply, ONE),
  }));
}

function choiceParts(
  first: Tree,
  second: Tree,
  left: Choice['parts'],
  right: Choice['parts'],
  setting: PairSetting,
): Omit<PairPart, 'coefficient'> & { readonly negative: boolean } {
  const { invariants, context } = setting;
  const halves: { tree: Tree; half: Half }[] = [
    { tree: first, half: 'amplitude' },
    { tree: second, half: 'conjugate' },
  ];
  const amplitude: ChainSetting = { ...setting, tree: first, parts: left, half: 'amplitude' };
  const conjugate: ChainSetting = { ...setting, tree: second, parts: right, half: 'conjugate' };
  const loops = closedLoops(first.chains, second.chains, amplitude, conjugate);
  const factors = [
    ...halves.flatMap(({ tree, half }) =>
      tree.vertices.flatMap((vertex, at) =>
        isFermionVertex(vertex) || isFourFermionVertex(vertex)
          ? []
          : [bosonTensor(vertex, at, half, tree, context)],
      ),
    ),
    ...halves.flatMap(({ tree, half }) =>
      tree.lines
        .filter(({ propagator }) => propagator.spin === '1')
        .map((line) => lineTensor(line, half, invariants)),
    ),
    ...setting.externals
      .filter(({ spin }) => spin === '1')
      .map((particle) => spinSumTensor(particle, first, second, invariants)),
  ];
  return { ...loops, factors };
}

function spinSumTensor(particle: Particle, first: Tree, second: Tree, { mass }: Invariants): TensorTerm[] {
  const index = (tree: Tree, half: Half) => {
    const at = tree.vertices.findIndex((vertex) =>
      ('bar' in vertex ? [vertex.boson] : vertex.legs).some(({ id }) => id === particle.id),
    );
    return indexSlot(half, at, particle.id);
  };
  const { id } = particle;
  return transverse(
    index(first, 'amplitude'),
    index(second, 'conjugate'),
    momentumSlot(id),
    isMassless(particle.mass),
    mass(particle),
  );
}

/** Joins the chains of both amplitudes at their common particles, turning chains where their ends would not meet. */
function closedLoops(
  own: readonly Chain[],
  others: readonly Chain[],
  amplitude: ChainSetting,
  conjugate: ChainSetting,
): { traces: DiracSum[]; negative: boolean } {
  const free = [...own];
  let negative = false;
  const turned = (chain: Chain | undefined, fits: (chain: Chain) => boolean): Chain => {
    if (chain === undefined) throw new RangeError('both amplitudes have the same fermions');
    if (fits(chain)) return chain;
    negative = !negative;
    return reversed(chain);
  };
  const has = (id: string) => (chain: Chain) => chain.left.id === id || chain.right.id === id;
  const traces: DiracSum[] = [];
  for (let start = free.shift(); start !== undefined; start = free.shift()) {
    let product: DiracSum = [{ coefficient: ONE, slots: [], five: false }];
    const append = (...matrices: DiracSum[]) => {
      for (const matrix of matrices) product = collected(diracProduct([product, matrix]));
    };
    for (let chain = start; ; ) {
      append(...chainMatrices(chain, amplitude), spinSum(chain.right, 'right', amplitude.invariants));
      const { id } = chain.right;
      const back = turned(others.find(has(id)), ({ right }) => right.id === id);
      append(...chainMatrices(back, conjugate), spinSum(back.left, 'left', amplitude.invariants));
      if (back.left.id === start.left.id) break;
      const next = free.findIndex(has(back.left.id));
      chain = turned(free.splice(next, 1)[0], ({ left }) => left.id === back.left.id);
    }
    traces.push(product);
  }
  return { traces, negative };
}

/** Sum over the spins of u ubar or v vbar, as its side of the chain demands. */
function spinSum(particle: Particle, side: 'left' | 'right', { mass }: Invariants): DiracSum {
  const isU = (particle.role === 'outgoing') === (side === 'left');
  return slashPlus(momentumSlot(particle.id), ONE, scale(mass(particle), isU ? 1n : -1n));
}

/** Equal strings of gammas added up. */
function collected(sum: DiracSum): DiracSum {
  const found = new Map<string, DiracTerm>();
  for (const term of sum) {
    if (isZero(term.coefficient)) continue;
    const key = `${term.slots.join(' ')} ${term.five ? '5' : ''}`;
    const before = found.get(key);
    found.set(
      key,
      before === undefined ? term : { ...term, coefficient: add(before.coefficient, term.coefficient) },
    );
  }
  return [...found.values()];
}

const UNIT: TensorTerm = { coefficient: ONE, pairs: [], epsilons: [] };

/** Product of traces times the tensors: strings without their coefficients are contracted first, since those are long
 * polynomials of couplings. */
function loopsContracted(
  loops: readonly DiracSum[],
  factors: PairPart['factors'],
  { products }: Invariants,
): Polynomial {
  const joined = joinedFactors(factors, products);
  let strings: { coefficient: Polynomial; tensors: readonly TensorTerm[] }[] = [
    { coefficient: ONE, tensors: [UNIT] },
  ];
  for (const loop of loops) {
    const traces = loop.flatMap((term) => {
      const tensors = diracTrace([{ ...term, coefficient: ONE }]);
      return tensors.length === 0 ? [] : [{ coefficient: term.coefficient, tensors }];
    });
    strings = strings.flatMap((string) =>
      traces.map(({ coefficient, tensors }) => ({
        coefficient: multiply(string.coefficient, coefficient),
        tensors: string.tensors.flatMap((a) => tensors.map((b) => tensorProduct(a, b))),
      })),
    );
  }
  return strings.reduce(
    (total, { coefficient, tensors }) =>
      add(total, multiply(coefficient, contracted(tensors, joined, products))),
    ZERO,
  );
}
