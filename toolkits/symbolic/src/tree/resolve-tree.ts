import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { type Convention, type ResolvedVertex, resolveVertex } from '../convention/resolve-vertex.ts';
import type { Vertex } from '../convention/vertex.ts';
import type { Particle } from '../declaration/particles.ts';
import type { DeclaredVertex } from '../declaration/vertex.ts';
import { type FermionLine, fermionLines, numberFlow } from './chains.ts';
import { legsOfVertices } from './legs.ts';
import { isExternal, type Line, type Topology } from './topology.ts';
import { bilinearLegs, type Chain, permutationSign, reversed, type Tree } from './tree.ts';

export type ResolvedTree = {
  readonly tree: Tree;
  readonly vertices: readonly {
    readonly id: string;
    readonly declared: DeclaredVertex;
    readonly resolved: ResolvedVertex;
  }[];
};

/** Feynman rules of a diagram, its fermion chains and its sign relative to the other diagrams.
 * @throws ToolbaseError BAD_ARGUMENTS or UNSUPPORTED, naming vertex and leg */
export function resolveTree(
  topology: Topology,
  externals: readonly Particle[],
  convention: Convention,
  context: PolynomialContext,
): ResolvedTree {
  const lines = fermionLines(topology);
  const legs = legsOfVertices(topology, lines);
  const vertices = topology.vertices.map(({ at, id, class: name, terms }, index) => {
    const own = legs[index];
    if (own === undefined) throw new RangeError('a vertex has legs');
    const declared: DeclaredVertex = { at, class: name, legs: own, terms };
    return { id, declared, resolved: resolveVertex(declared, convention, context) };
  });
  const rules = vertices.map(({ resolved }) => resolved.vertex);
  return {
    tree: treeOf(
      topology.name,
      rules,
      topology.lines,
      lines.map((line) => chainOf(line, topology.lines, rules)),
      externals,
    ),
    vertices,
  };
}

/** The diagram of one vertex. */
export function singleVertexTree(vertex: Vertex, externals: readonly Particle[]): Tree {
  const link = { vertex: 0, bilinear: 0, flipped: false } as const;
  const chains: Chain[] =
    'bar' in vertex ? [{ left: vertex.bar, right: vertex.unbarred, links: [link], between: [] }] : [];
  return treeOf('1', [vertex], [], chains, externals);
}

function treeOf(
  name: string,
  vertices: readonly Vertex[],
  lines: readonly Line[],
  chains: readonly Chain[],
  externals: readonly Particle[],
): Tree {
  const place = ({ id }: Particle) => externals.findIndex((external) => external.id === id);
  const sign = permutationSign(chains.flatMap(({ left, right }) => [place(left), place(right)]));
  return { name, vertices, lines, chains, sign };
}

/** Written with its first end barred, or the other way round where fermion number runs so. */
function chainOf(line: FermionLine, lines: readonly Line[], vertices: readonly Vertex[]): Chain {
  const { members, passages } = line;
  const [left, right] = [members[0], members.at(-1)];
  if (left === undefined || right === undefined || !isExternal(left) || !isExternal(right))
    throw new RangeError('a fermion line has two ends');
  const links = passages.map(({ vertex, bilinear }, index) => {
    const rule = vertices[vertex];
    if (rule === undefined) throw new RangeError('a passage has a vertex');
    const [bar] = bilinearLegs(rule, bilinear);
    return { vertex, bilinear, flipped: bar.id !== members[index]?.id };
  });
  const between = members.slice(1, -1).map(({ id }) => {
    const found = lines.find(({ propagator }) => propagator.id === id);
    if (found === undefined) throw new RangeError(`no line ${id}`);
    return found;
  });
  const chain = { left, right, links, between };
  return numberFlow(line).find((flow) => flow !== undefined) === 1 ? reversed(chain) : chain;
}
