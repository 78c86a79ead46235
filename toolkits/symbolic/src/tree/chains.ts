import { operatorOf } from '../convention/identical.ts';
import type { Member, Topology, TreeVertex } from './topology.ts';
import { isExternal } from './topology.ts';

/** A passage of a fermion line through a vertex, from one leg to the other of its bilinear. */
export type Passage = {
  readonly vertex: number;
  /** 0, or 1 for the second bilinear of a four-fermion vertex. */
  readonly bilinear: 0 | 1;
  /** Positions of the legs in the vertex. */
  readonly entry: number;
  readonly exit: number;
  /** Operators of the external bosons there. */
  readonly bosons: string;
};

/** A fermion line from one external particle to another: `members` has one element more than `passages`. */
export type FermionLine = { readonly members: readonly Member[]; readonly passages: readonly Passage[] };

/** All fermion lines of a diagram, each walked from the end that comes first in the list of particles. */
export function fermionLines({ vertices }: Topology): FermionLine[] {
  const starts = vertices
    .flatMap(({ legs }, vertex) =>
      legs.flatMap((leg, entry) => (leg.spin === '1/2' && isExternal(leg) ? [{ leg, vertex, entry }] : [])),
    )
    .sort((a, b) => (a.leg.at < b.leg.at ? -1 : 1));
  const seen = new Set<string>();
  const lines: FermionLine[] = [];
  for (const { leg, vertex, entry } of starts) {
    if (seen.has(leg.id)) continue;
    const line = walk(leg, vertex, entry, vertices);
    for (const member of line.members) seen.add(member.id);
    lines.push(line);
  }
  return lines;
}

function walk(start: Member, first: number, entered: number, vertices: readonly TreeVertex[]): FermionLine {
  const members: Member[] = [start];
  const passages: Passage[] = [];
  for (let vertex = first, entry = entered; ; ) {
    const exit = entry % 2 === 0 ? entry + 1 : entry - 1;
    const legs = vertices[vertex]?.legs ?? [];
    const next = legs[exit];
    if (next === undefined) throw new RangeError('a fermion line ends inside a vertex');
    passages.push({ vertex, bilinear: entry < 2 ? 0 : 1, entry, exit, bosons: bosonsOf(legs) });
    members.push(next);
    if (isExternal(next)) return { members, passages };
    const here = vertex;
    vertex = vertices.findIndex(({ legs }, index) => index !== here && legs.some(({ id }) => id === next.id));
    entry = vertices[vertex]?.legs.findIndex(({ id }) => id === next.id) ?? -1;
  }
}

const bosonsOf = (legs: readonly Member[]): string =>
  legs
    .flatMap((leg) => (isExternal(leg) && leg.spin !== '1/2' ? [operatorOf(leg)] : []))
    .sort()
    .join(' ');

/** Which way fermion number runs along each member of a line, from its start to its end (1) or back (-1); undefined for
 * Majorana fields. A Dirac propagator between Majorana particles runs as one of its two vertices is written. */
export function numberFlow(line: FermionLine): (1 | -1 | undefined)[] {
  const { members } = line;
  const last = members.length - 1;
  const flow = members.map((member, index): 1 | -1 | undefined => {
    if (member.type === 'self-conjugate' || !isExternal(member)) return undefined;
    const inwards = (member.role === 'incoming') === (member.type === 'particle');
    return inwards === (index === 0) ? 1 : -1;
  });
  const isDirac = (index: number) => members[index]?.type !== 'self-conjugate';
  for (let index = 1; index < last; index++) if (isDirac(index)) flow[index] ??= flow[index - 1];
  for (let index = last - 1; index > 0; index--) if (isDirac(index)) flow[index] ??= flow[index + 1];
  for (let index = 1; index < last; index++)
    if (isDirac(index)) flow[index] ??= flow[index - 1] ?? writtenFlow(line, index);
  return flow;
}

/** Of the two vertices of a propagator the one counts whose bosons come first in the alphabet: it is the same in every
 * diagram, whichever of the fermions meets them there, so that a term is not read as it stands in one diagram and as its
 * conjugate in another. */
function writtenFlow({ passages }: FermionLine, index: number): 1 | -1 {
  const [before, after] = [passages[index - 1], passages[index]];
  if (before === undefined || after === undefined) throw new RangeError('a propagator has two ends');
  if (before.bosons <= after.bosons) return before.exit % 2 === 0 ? 1 : -1;
  return after.entry % 2 === 0 ? -1 : 1;
}
