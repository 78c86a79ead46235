import { fault, quoted } from '../declaration/fault.ts';
import type { TermInput, VertexInput } from '../declaration/input.ts';
import type { Parameters } from '../declaration/parameters.ts';
import { DEFAULT_DIAGRAM, type Particle, type Propagator } from '../declaration/particles.ts';
import { type DeclaredVertex, distinctTerms, readLegs, readTerm, vertexOf } from '../declaration/vertex.ts';
import type { VertexClass } from '../declaration/vertex-classes.ts';

/** An external particle or an internal line, as a vertex sees it before it is known which way a propagator runs. */
export type Member = Particle | Propagator;
export const isExternal = (member: Member): member is Particle => 'role' in member;

export type TreeVertex = {
  readonly at: string;
  readonly id: string;
  readonly class: VertexClass;
  readonly legs: readonly [Member, Member, Member, ...Member[]];
  readonly terms: DeclaredVertex['terms'];
};

/** Sum of external momenta with their signs, by particle id. */
export type Routing = ReadonlyMap<string, 1 | -1>;

/** An internal line between two vertices of a tree. */
export type Line = {
  readonly propagator: Propagator;
  readonly from: number;
  readonly to: number;
  /** Momentum that flows from the vertex `from` to the vertex `to`. */
  readonly flow: Routing;
};

/** One diagram, found to be a tree that holds each external particle once. */
export type Topology = {
  readonly name: string;
  readonly vertices: readonly TreeVertex[];
  readonly lines: readonly Line[];
};

/** @throws ToolbaseError BAD_ARGUMENTS or BAD_EXPRESSION, naming the vertex or particle and what would fit */
export function readTopologies(
  vertices: readonly VertexInput[],
  terms: readonly TermInput[],
  members: { externals: readonly Particle[]; propagators: readonly Propagator[] },
  parameters: Parameters,
): Topology[] {
  checkVertexIds(vertices);
  const read = distinctTerms(
    terms.map((term, index) => readTerm(vertexOf(term, index, vertices), term, index, parameters)),
  );
  const named = vertices.map((vertex, index) => ({ vertex, at: `vertices/${index}` }));
  const names = [...new Set(vertices.map(({ diagram }) => diagram ?? DEFAULT_DIAGRAM))];
  const homeless = members.propagators.find(({ diagram }) => !names.includes(diagram));
  if (homeless !== undefined)
    throw fault(
      `${homeless.at}/diagram`,
      `no vertex belongs to the diagram ${quoted(homeless.diagram)}`,
      `Use ${names.map(quoted).join(' or ')}, or declare its vertices.`,
    );
  return names.map((name) => {
    const propagators = members.propagators.filter(({ diagram }) => diagram === name);
    const candidates: readonly Member[] = [...members.externals, ...propagators];
    const own = named
      .filter(({ vertex }) => (vertex.diagram ?? DEFAULT_DIAGRAM) === name)
      .map(({ vertex, at }): TreeVertex => {
        const found = read.filter((term) => term.vertex.id === vertex.id).map(({ term }) => term);
        if (found.length === 0)
          throw fault(at, `vertex ${quoted(vertex.id)} has no terms`, 'Give it a structure with a coupling.');
        const legs = readLegs(at, vertex.class, vertex.legs, candidates);
        return { at, id: vertex.id, class: vertex.class, legs, terms: found };
      });
    return topology(name, own, members.externals, propagators);
  });
}

function checkVertexIds(vertices: readonly VertexInput[]): void {
  for (const [index, { id }] of vertices.entries())
    if (vertices.findIndex((other) => other.id === id) !== index)
      throw fault(
        `vertices/${index}/id`,
        `${quoted(id)} is the id of two vertices`,
        'Give every vertex its own id, also in different diagrams.',
      );
}

function topology(
  name: string,
  vertices: readonly TreeVertex[],
  externals: readonly Particle[],
  propagators: readonly Propagator[],
): Topology {
  const uses = (id: string) =>
    vertices.flatMap(({ legs }, index) => (legs.some((leg) => leg.id === id) ? [index] : []));
  const standing = (at: readonly number[]): string =>
    at.length === 0
      ? 'no vertex'
      : `${at.length === 1 ? 'only one vertex' : `${at.length} vertices`} (${at.map((index) => vertices[index]?.id ?? '').join(', ')})`;
  for (const { id, at } of externals) {
    if (uses(id).length !== 1)
      throw fault(
        at,
        `external particle ${quoted(id)} stands at ${standing(uses(id))} of diagram ${quoted(name)}`,
        'Each diagram has every external particle exactly once.',
      );
  }
  const ends = propagators.map(({ id, at }) => {
    const [from, to, ...more] = uses(id);
    if (from === undefined || to === undefined || more.length > 0)
      throw fault(
        at,
        `propagator ${quoted(id)} stands at ${standing(uses(id))} of diagram ${quoted(name)}`,
        'A propagator joins exactly two vertices: it is a leg of both, and its momentum is what flows from one to the other.',
      );
    return { from, to };
  });
  const reached = sideOf(0, ends, undefined);
  if (ends.length !== vertices.length - 1 || reached.size !== vertices.length)
    throw fault(
      'vertices',
      `the momenta of diagram ${quoted(name)} do not follow from those outside: it has ${vertices.length} vertices and ${ends.length} propagators${reached.size === vertices.length ? ', so it has a loop' : `, and nothing joins ${vertices.flatMap(({ id }, index) => (reached.has(index) ? [] : [quoted(id)])).join(' and ')} to ${quoted(vertices[0]?.id ?? '')}`}`,
      'Declare tree diagrams: connected, with one propagator fewer than vertices. Loops are not computed.',
    );
  const lines = propagators.map((propagator, index): Line => {
    const { from, to } = ends[index] ?? { from: 0, to: 0 };
    const side = sideOf(from, ends, index);
    const flow = new Map<string, 1 | -1>();
    for (const vertex of side)
      for (const leg of vertices[vertex]?.legs ?? [])
        if (isExternal(leg)) flow.set(leg.id, leg.role === 'incoming' ? 1 : -1);
    return { propagator, from, to, flow };
  });
  return { name, vertices, lines };
}

/** The vertices that are joined to one when a line is cut. */
function sideOf(
  start: number,
  ends: readonly { from: number; to: number }[],
  cut: number | undefined,
): ReadonlySet<number> {
  const found = new Set([start]);
  for (const vertex of found)
    for (const [index, { from, to }] of ends.entries()) {
      if (index === cut) continue;
      if (from === vertex) found.add(to);
      if (to === vertex) found.add(from);
    }
  return found;
}
