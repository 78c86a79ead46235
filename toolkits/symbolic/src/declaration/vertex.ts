import { nearMatches } from 'toolbase/toolkit';
import { fault, quoted, unsupported } from './fault.ts';
import type { TermInput, VertexInput } from './input.ts';
import type { Parameters } from './parameters.ts';
import type { Externals, Particle } from './particles.ts';
import { type Quantity, readQuantity } from './quantity.ts';
import { CLASSES, legOrder, type Structure, spinName, type VertexClass } from './vertex-classes.ts';

/** Three fields, or four. */
export type Legs = readonly [Particle, Particle, Particle, ...Particle[]];

/** The vertex as it was declared, every leg and term found to fit its class. */
export type DeclaredVertex = {
  readonly at: string;
  readonly class: VertexClass;
  readonly legs: Legs;
  readonly terms: readonly { readonly structure: Structure; readonly coupling: Quantity }[];
};

/** @throws ToolbaseError BAD_ARGUMENTS, UNSUPPORTED, BAD_EXPRESSION */
export function readVertex(
  vertices: readonly VertexInput[],
  terms: readonly TermInput[],
  externals: Externals,
  parameters: Parameters,
): DeclaredVertex {
  const [vertex] = vertices;
  if (vertex === undefined || vertices.length > 1)
    throw unsupported(
      'vertices',
      `diagrams of ${vertices.length} vertices are not supported yet`,
      'Declare the one vertex of a two-body decay.',
    );
  const at = 'vertices/0';
  const { class: name } = vertex;
  if (CLASSES[name].spins.length > 3)
    throw unsupported(
      `${at}/class`,
      `${name} joins four fields, and a two-body decay has a vertex of three`,
      'Use FFS, FFV, VVS, SSV, VVV or SSS.',
    );
  const legs = readLegs(at, name, vertex.legs, [externals.parent, ...externals.products]);
  const read = terms.map((term, index) => readTerm(vertexOf(term, index, vertices), term, index, parameters));
  return { at, class: name, legs, terms: distinctTerms(read).map(({ term }) => term) };
}

/** What a leg may be: an external particle or a propagator. */
type Candidate = { readonly id: string; readonly spin: Particle['spin'] };

/** The members that meet in a vertex, in the order of its class.
 * @throws ToolbaseError BAD_ARGUMENTS naming the leg and what would fit */
export function readLegs<T extends Candidate>(
  at: string,
  name: VertexClass,
  ids: readonly string[],
  particles: readonly T[],
): readonly [T, T, T, ...T[]] {
  const { spins } = CLASSES[name];
  const legs = ids.map((id, index) => {
    const field = `${at}/legs/${index}`;
    const particle = particles.find((candidate) => candidate.id === id);
    if (particle === undefined)
      throw fault(
        field,
        `there is no particle ${quoted(id)}`,
        `Use the ids ${particles.map((p) => quoted(p.id)).join(', ')}.`,
      );
    if (ids.indexOf(id) !== index)
      throw fault(field, `particle ${quoted(id)} is used twice`, 'Use each external particle exactly once.');
    const spin = spins[index];
    if (spin !== undefined && particle.spin !== spin)
      throw fault(
        field,
        `${name} has a ${spinName(spin)} here, but ${quoted(id)} is a ${spinName(particle.spin)}`,
        `Order the legs as ${legOrder(name)}, or choose the class that fits the spins.`,
      );
    return particle;
  });
  const [first, second, third, ...rest] = legs;
  if (first === undefined || second === undefined || third === undefined || legs.length !== spins.length)
    throw fault(
      `${at}/legs`,
      `${name} has ${spins.length} legs; there are ${ids.length}`,
      `Name all ${spins.length === 3 ? 'three' : 'four'} particles in the order ${legOrder(name)}.`,
    );
  return [first, second, third, ...rest];
}

/** A term and the vertex it belongs to. */
export type ReadTerm = {
  readonly vertex: VertexInput;
  readonly index: number;
  readonly term: DeclaredVertex['terms'][number];
};

/** The vertex that a term names. @throws ToolbaseError BAD_ARGUMENTS */
export function vertexOf(term: TermInput, index: number, vertices: readonly VertexInput[]): VertexInput {
  const vertex = vertices.find(({ id }) => id === term.vertex);
  if (vertex !== undefined) return vertex;
  throw fault(
    `terms/${index}/vertex`,
    `there is no vertex ${quoted(term.vertex)}`,
    `Use the id ${vertices.map(({ id }) => quoted(id)).join(' or ')}.`,
  );
}

const FOUR_FERMION_RULE =
  'Use A*B with A and B both of 1, g5, PL, PR or both of gamma, gamma.g5, gamma.PL, gamma.PR.';

/** Other words for the matrices. */
const SPELLINGS: Readonly<Record<string, string>> = {
  gamma5: 'g5',
  'gamma.gamma5': 'gamma.g5',
  gammamu: 'gamma',
};

/** "Did you mean g5? " for a mistyped structure. */
function meant(structure: string, allowed: readonly Structure[]): string {
  const spelling = SPELLINGS[structure.toLowerCase().replaceAll(/[_^ {}]/g, '')];
  const near = allowed.some((each) => each === spelling) ? [spelling] : nearMatches(structure, allowed);
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
}

/** @throws ToolbaseError BAD_ARGUMENTS or BAD_EXPRESSION */
export function readTerm(
  vertex: VertexInput,
  { structure, coupling }: TermInput,
  index: number,
  parameters: Parameters,
): ReadTerm {
  const at = `terms/${index}`;
  const allowed: readonly Structure[] = CLASSES[vertex.class].structures;
  const known = allowed.find((each) => each === structure);
  if (known === undefined)
    throw fault(
      `${at}/structure`,
      `${vertex.class} has no structure ${quoted(structure)}`,
      `${meant(structure, allowed)}${vertex.class === 'FFFF' ? FOUR_FERMION_RULE : `Use ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}.`}`,
    );
  return {
    vertex,
    index,
    term: { structure: known, coupling: readQuantity(`${at}/coupling`, coupling, parameters) },
  };
}

/** @throws ToolbaseError BAD_ARGUMENTS for a structure that one vertex is given twice */
export function distinctTerms(list: readonly ReadTerm[]): readonly ReadTerm[] {
  const seen = new Set<string>();
  for (const { vertex, index, term } of list) {
    const key = `${vertex.id} ${term.structure}`;
    if (seen.has(key))
      throw fault(
        `terms/${index}/structure`,
        `${term.structure} is given twice`,
        'Give each structure once, with the sum of its couplings.',
      );
    seen.add(key);
  }
  return list;
}
