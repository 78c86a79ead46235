import { couplingForm } from '../convention/coupling.ts';
import type { FermionVertex, FourFermionPart } from '../convention/vertex.ts';
import { isFermionVertex, isFourFermionVertex } from '../convention/vertex.ts';
import type { Chain, Link, Tree } from '../tree/tree.ts';
import type { PolynomialContext } from './coupling-polynomial.ts';
import type { DiracSum } from './gamma-trace.ts';
import { type Invariants, momentumSlot } from './invariants.ts';
import { ONE, type Polynomial, scale } from './polynomial.ts';
import type { Slot } from './tensor.ts';
import { type Half, indexSlot, inflowSlot, negatedIf } from './vertex-tensors.ts';

/** What the matrices of a chain are built from. */
export type ChainSetting = {
  readonly tree: Tree;
  /** The part that stands at each four-fermion vertex, by vertex. */
  readonly parts: ReadonlyMap<number, FourFermionPart>;
  readonly half: Half;
  readonly invariants: Invariants;
  readonly context: PolynomialContext;
};

/** The matrices of a chain from its barred end on; in the conjugate amplitude the other way, each replaced by
 * gamma^0 G^dagger gamma^0. */
export function chainMatrices(chain: Chain, setting: ChainSetting): DiracSum[] {
  const matrices = chain.links.flatMap((link, index): DiracSum[] => {
    const line = chain.between[index];
    const own = linkMatrix(link, setting);
    if (line === undefined) return [own];
    // Momentum along the chain, from right to left: towards this link.
    const sign = line.to === link.vertex ? 1n : -1n;
    const mass = setting.invariants.mass(line.propagator);
    return [own, slashPlus(momentumSlot(line.propagator.id), scale(ONE, sign), mass)];
  });
  return setting.half === 'conjugate' ? matrices.reverse() : matrices;
}

/** factor * slash + mass. */
export const slashPlus = (slot: Slot, factor: Polynomial, mass: Polynomial): DiracSum => [
  { coefficient: factor, slots: [slot], five: false },
  { coefficient: mass, slots: [], five: false },
];

type Chiral = { readonly even: Polynomial; readonly odd: Polynomial };

function linkMatrix(link: Link, setting: ChainSetting): DiracSum {
  const { tree, half } = setting;
  const vertex = tree.vertices[link.vertex];
  if (vertex === undefined) throw new RangeError('a link has a vertex');
  if (isFermionVertex(vertex)) return fermionMatrix(vertex, link, setting);
  if (!isFourFermionVertex(vertex)) throw new RangeError('no fermions at this vertex');
  const part = setting.parts.get(link.vertex);
  if (part === undefined) throw new RangeError('a part was chosen');
  const five = part.five[link.bilinear];
  // Turned round, gamma changes sign; conjugated, g5 alone does.
  const negative = (part.vector && !five && link.flipped) !== (!part.vector && five && half === 'conjugate');
  const slots = part.vector ? [indexSlot(half, link.vertex, 'pair')] : [];
  return [{ coefficient: negatedIf(ONE, negative), slots, five }];
}

function fermionMatrix(vertex: FermionVertex, link: Link, setting: ChainSetting): DiracSum {
  const { half, tree, context } = setting;
  const conjugate = half === 'conjugate';
  const form = ({ even, odd }: Pick<FermionVertex, 'even' | 'odd'>): Chiral => {
    const [a, b] = [couplingForm(even, context), couplingForm(odd, context)];
    const bar = (p: Polynomial) => (conjugate ? context.generators.conjugate(p) : p);
    return { even: bar(a), odd: bar(b) };
  };
  const main = form(vertex);
  if (vertex.class === 'FFS') return chiral(main.even, negatedIf(main.odd, conjugate), []);
  const index = indexSlot(half, link.vertex, vertex.boson.id);
  const plain = chiral(negatedIf(main.even, link.flipped), main.odd, [index]);
  if (vertex.dipole.even.length + vertex.dipole.odd.length === 0) return plain;
  const { slot, sign } = inflowSlot(vertex.boson.id, vertex.boson.role, link.vertex, tree);
  const dipole = form(vertex.dipole);
  // i sigma^{mu nu} q_nu = -(gamma^mu qslash - qslash gamma^mu)/2; the conjugate has the opposite sign for 1.
  const halved = (p: Polynomial, negative: boolean) => scale(p, negative ? -sign : sign, 2n);
  const [even, odd] = [halved(dipole.even, link.flipped === conjugate), halved(dipole.odd, !link.flipped)];
  const opposite = (p: Polynomial) => scale(p, -1n);
  return [
    ...plain,
    ...chiral(even, odd, [index, slot]),
    ...chiral(opposite(even), opposite(odd), [slot, index]),
  ];
}

const chiral = (even: Polynomial, odd: Polynomial, slots: readonly Slot[]): DiracSum => [
  { coefficient: even, slots, five: false },
  { coefficient: odd, slots, five: true },
];
