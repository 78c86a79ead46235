import { operatorOf } from '../convention/identical.ts';
import type { Particle } from '../declaration/particles.ts';
import type { Legs } from '../declaration/vertex.ts';
import type { FermionLine } from './chains.ts';
import { numberFlow } from './chains.ts';
import { isExternal, type Line, type Member, type Topology } from './topology.ts';

/** The legs of every vertex as particles that it takes or makes: a propagator leaves one vertex and enters the other. */
export function legsOfVertices(topology: Topology, fermions: readonly FermionLine[]): Legs[] {
  /** Vertex that a propagator leaves as a particle, by its id. */
  const sources = new Map<string, number>();
  for (const line of fermions) {
    const flow = numberFlow(line);
    for (const [index, member] of line.members.entries()) {
      const [before, after] = [line.passages[index - 1]?.vertex, line.passages[index]?.vertex];
      if (before === undefined || after === undefined) continue;
      sources.set(member.id, flow[index] === -1 ? after : before);
    }
  }
  for (const line of topology.lines)
    if (line.propagator.spin !== '1/2') sources.set(line.propagator.id, sourceOf(line, topology, sources));
  return topology.vertices.map(({ legs: [a, b, c, ...rest] }, index): Legs => {
    const seen = (member: Member) => asParticle(member, sources.get(member.id) === index);
    return [seen(a), seen(b), seen(c), ...rest.map(seen)];
  });
}

/** A complex boson runs the way that changes the number of its field least: what a conserved charge demands. */
function sourceOf(
  { propagator, from, to }: Line,
  { vertices }: Topology,
  known: ReadonlyMap<string, number>,
): number {
  if (propagator.type === 'self-conjugate') return from;
  const change = (source: number): number =>
    [from, to]
      .map((index) =>
        (vertices[index]?.legs ?? [])
          .filter(({ field }) => field === propagator.field)
          .map((leg) => asParticle(leg, (leg.id === propagator.id ? source : known.get(leg.id)) === index))
          .reduce((net, leg) => net + (operatorOf(leg) === leg.field ? 1 : -1), 0),
      )
      .reduce((total, net) => total + Math.abs(net), 0);
  return change(to) < change(from) ? to : from;
}

function asParticle(member: Member, leaves: boolean): Particle {
  if (isExternal(member)) return member;
  const { at, id, field, spin, mass, width } = member;
  const type = member.type === 'self-conjugate' ? member.type : 'particle';
  return { at, id, field, spin, mass, width, type, role: leaves ? 'outgoing' : 'incoming' };
}
