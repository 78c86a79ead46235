import type { Particle } from '../declaration/particles.ts';
import type { Vertex } from '../convention/vertex.ts';
import type { Line } from './topology.ts';

/** A bilinear of a vertex as a chain passes it. */
export type Link = {
  readonly vertex: number;
  readonly bilinear: 0 | 1;
  /** The chain runs against the direction in which the vertex is written: C Gamma^T C^-1 stands in it. */
  readonly flipped: boolean;
};

/** A product of Dirac matrices between two spinors, written from left to right: `left` is the barred end. */
export type Chain = {
  readonly left: Particle;
  readonly right: Particle;
  readonly links: readonly Link[];
  /** The propagators between the links. */
  readonly between: readonly Line[];
};

/** A diagram ready for both engines. Its amplitude is sign * (-1)**lines * chains, vertices and numerators over the
 * denominators q**2 - m**2. */
export type Tree = {
  readonly name: string;
  readonly vertices: readonly Vertex[];
  readonly lines: readonly Line[];
  readonly chains: readonly Chain[];
  /** Sign of the permutation of the external fermions, as they are read along the chains. */
  readonly sign: 1 | -1;
};

/** Sign of a diagram relative to the first one. */
export const relativeSign = (trees: readonly { readonly tree: Tree }[], { sign }: Tree): '+' | '-' =>
  sign === (trees[0]?.tree.sign ?? 1) ? '+' : '-';

/** The legs that a bilinear joins, as the vertex is written: barred, unbarred. */
export function bilinearLegs(vertex: Vertex, bilinear: 0 | 1): readonly [Particle, Particle] {
  if ('bar' in vertex) return [vertex.bar, vertex.unbarred];
  if (vertex.class !== 'FFFF') throw new RangeError(`${vertex.class} has no bilinear`);
  const [a, b, c, d] = vertex.legs;
  return bilinear === 0 ? [a, b] : [c, d];
}

/** The same chain written the other way round; its value changes sign. */
export const reversed = ({ left, right, links, between }: Chain): Chain => ({
  left: right,
  right: left,
  links: links.map((link) => ({ ...link, flipped: !link.flipped })).reverse(),
  between: [...between].reverse(),
});

/** Sign of the permutation that brings a list of distinct numbers into order. */
export function permutationSign(list: readonly number[]): 1 | -1 {
  let sign: 1 | -1 = 1;
  for (const [index, value] of list.entries())
    for (const later of list.slice(index + 1)) if (later < value) sign = sign === 1 ? -1 : 1;
  return sign;
}
