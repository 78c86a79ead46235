import type { Legs } from '../declaration/vertex.ts';
import type { Particle } from '../declaration/particles.ts';
import type { Coupling } from './coupling.ts';

/** A bilinear of two fermions, `bar (even + odd g5) unbarred` times a scalar or, with gamma^mu before the bracket, a
 * vector. */
export type FermionVertex = {
  readonly class: 'FFS' | 'FFV';
  readonly bar: Particle;
  readonly unbarred: Particle;
  readonly boson: Particle;
  readonly even: Coupling;
  readonly odd: Coupling;
  /** The same for the dipole structure of a vector, i sigma^{mu nu} q_nu with q flowing in with the vector. */
  readonly dipole: { readonly even: Coupling; readonly odd: Coupling };
};

/** Bosons only, in the order of the legs. */
export type BosonVertex = {
  readonly class: 'VVS' | 'SSV' | 'VVV' | 'SSS' | 'SSSS' | 'VVSS';
  readonly legs: Legs;
  readonly parts: readonly { readonly structure: BosonStructure; readonly coupling: Coupling }[];
};
export type BosonStructure = '1' | 'g' | 'FF' | 'FFdual' | 'p1-p2' | 'YM';

/** A product of two bilinears, `first second third fourth` with the barred legs at 0 and 2. */
export type FourFermionVertex = {
  readonly class: 'FFFF';
  readonly legs: readonly [Particle, Particle, Particle, Particle];
  readonly parts: readonly FourFermionPart[];
};
export type FourFermionPart = {
  /** Both bilinears carry gamma^mu, or neither does. */
  readonly vector: boolean;
  /** Which of them carry g5 (after gamma^mu). */
  readonly five: readonly [boolean, boolean];
  readonly coupling: Coupling;
};

/** Feynman rule = i times this, whatever convention it was declared in. */
export type Vertex = FermionVertex | BosonVertex | FourFermionVertex;

export const isFermionVertex = (vertex: Vertex): vertex is FermionVertex => 'bar' in vertex;
export const isFourFermionVertex = (vertex: Vertex): vertex is FourFermionVertex => vertex.class === 'FFFF';

export const legsOf = (vertex: Vertex): Legs =>
  isFermionVertex(vertex) ? [vertex.bar, vertex.unbarred, vertex.boson] : vertex.legs;
