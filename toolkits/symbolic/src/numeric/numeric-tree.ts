import { couplingValue, type Coupling } from '../convention/coupling.ts';
import type { BosonStructure, BosonVertex, Vertex } from '../convention/vertex.ts';
import { isFermionVertex, isFourFermionVertex, legsOf } from '../convention/vertex.ts';
import type { Line, Routing } from '../tree/topology.ts';
import { bilinearLegs, type Chain, type Tree } from '../tree/tree.ts';
import { type Complex, scaled, ZERO } from './complex.ts';
import type { BilinearRule, Chiral } from './matrices.ts';

/** A vertex with the values of its couplings, as the chains pass it. */
export type NumericVertex = {
  readonly legs: readonly { readonly id: string; readonly spin: string; readonly inflow: Routing }[];
  readonly rule:
    | { readonly kind: 'bilinear'; readonly bilinear: Bilinear; readonly boson: number }
    | {
        readonly kind: 'bosons';
        readonly class: BosonVertex['class'];
        readonly parts: readonly { readonly structure: BosonStructure; readonly value: Complex }[];
      }
    | { readonly kind: 'four'; readonly parts: readonly NumericFourPart[] };
};
/** Positions of the legs on the barred and the other side of the chain, and what stands between. */
export type Bilinear = { readonly left: number; readonly right: number; readonly rule: BilinearRule };
export type NumericFourPart = { readonly pair: readonly [Bilinear, Bilinear]; readonly value: Complex };

export type NumericTree = {
  readonly vertices: readonly NumericVertex[];
  readonly lines: readonly Line[];
  readonly sign: number;
  /** Sides of the external fermions in their chains, by id. */
  readonly sides: ReadonlyMap<string, 'left' | 'right'>;
};

/** A tree with values for all couplings; undefined when one has none. */
export function numericTree(tree: Tree): NumericTree | undefined {
  const vertices = tree.vertices.map((vertex, index) => numericVertex(vertex, index, tree));
  const known = vertices.filter((vertex) => vertex !== undefined);
  if (known.length < vertices.length) return undefined;
  const sides = new Map<string, 'left' | 'right'>();
  for (const { left, right } of tree.chains) sides.set(left.id, 'left').set(right.id, 'right');
  return {
    vertices: known,
    lines: tree.lines,
    sign: tree.lines.length % 2 === 0 ? tree.sign : -tree.sign,
    sides,
  };
}

function numericVertex(vertex: Vertex, index: number, tree: Tree): NumericVertex | undefined {
  const legs = legsOf(vertex).map(({ id, spin, role }) => ({
    id,
    spin,
    inflow: inflow(id, role, index, tree),
  }));
  if (isFermionVertex(vertex)) {
    const [main, dipole] = [chiralValue(vertex), chiralValue(vertex.dipole)];
    if (main === undefined || dipole === undefined) return undefined;
    const hasDipole = vertex.dipole.even.length + vertex.dipole.odd.length > 0;
    const rule = { vector: vertex.class === 'FFV', main, dipole: hasDipole ? dipole : undefined };
    return { legs, rule: { kind: 'bilinear', bilinear: oriented(vertex, index, 0, tree, rule), boson: 2 } };
  }
  if (isFourFermionVertex(vertex)) {
    const parts = vertex.parts.map(({ vector, five, coupling }): NumericFourPart | undefined => {
      const value = couplingValue(coupling);
      const half = (bilinear: 0 | 1) =>
        oriented(vertex, index, bilinear, tree, { vector, main: unit(five[bilinear]), dipole: undefined });
      return value === undefined ? undefined : { pair: [half(0), half(1)], value };
    });
    const known = parts.filter((part) => part !== undefined);
    return known.length < parts.length ? undefined : { legs, rule: { kind: 'four', parts: known } };
  }
  const parts = vertex.parts.map(({ structure, coupling }) => ({
    structure,
    value: couplingValue(coupling),
  }));
  const known = parts.flatMap(({ structure, value }) => (value === undefined ? [] : [{ structure, value }]));
  if (known.length < parts.length) return undefined;
  return { legs, rule: { kind: 'bosons', class: vertex.class, parts: known } };
}

const unit = (five: boolean): Chiral => {
  const one = { re: 1, im: 0 };
  return five ? { even: ZERO, odd: one } : { even: one, odd: ZERO };
};

function chiralValue({ even, odd }: { even: Coupling; odd: Coupling }): Chiral | undefined {
  const [a, b] = [couplingValue(even), couplingValue(odd)];
  return a === undefined || b === undefined ? undefined : { even: a, odd: b };
}

/** A bilinear as its chain passes it: turned round, gamma and sigma change sign. */
function oriented(
  vertex: Vertex,
  index: number,
  bilinear: 0 | 1,
  { chains }: Tree,
  rule: BilinearRule,
): Bilinear {
  const link = chains
    .flatMap((chain: Chain) => chain.links)
    .find((candidate) => candidate.vertex === index && candidate.bilinear === bilinear);
  const [bar, unbarred] = bilinearLegs(vertex, bilinear);
  const at = (id: string) => legsOf(vertex).findIndex((leg) => leg.id === id);
  if (link?.flipped !== true) return { left: at(bar.id), right: at(unbarred.id), rule };
  const minus = ({ even, odd }: Chiral, both: boolean): Chiral => ({
    even: scaled(even, -1),
    odd: both ? scaled(odd, -1) : odd,
  });
  const turned = {
    vector: rule.vector,
    main: rule.vector ? minus(rule.main, false) : rule.main,
    dipole: rule.dipole && minus(rule.dipole, true),
  };
  return { left: at(unbarred.id), right: at(bar.id), rule: turned };
}

/** Momentum that flows into a vertex along a leg, as a sum of external momenta. */
function inflow(id: string, role: 'incoming' | 'outgoing', vertex: number, { lines }: Tree): Routing {
  const line = lines.find(({ propagator }) => propagator.id === id);
  if (line === undefined) return new Map([[id, role === 'incoming' ? 1 : -1]]);
  return line.to === vertex ? line.flow : negative(line.flow);
}

export const negative = (flow: Routing): Routing =>
  new Map([...flow].map(([id, sign]) => [id, sign === 1 ? -1 : 1]));
