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
};

/** Bosons only: one structure, in the order of the legs. */
export type BosonVertex = {
  readonly class: 'VVS' | 'SSV' | 'VVV' | 'SSS';
  readonly legs: Legs;
  readonly coupling: Coupling;
};

/** Feynman rule = i times this, whatever convention it was declared in. */
export type Vertex = FermionVertex | BosonVertex;

export const isFermionVertex = (vertex: Vertex): vertex is FermionVertex => 'bar' in vertex;

export const legsOf = (vertex: Vertex): Legs =>
  isFermionVertex(vertex) ? [vertex.bar, vertex.unbarred, vertex.boson] : vertex.legs;
