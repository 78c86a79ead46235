import type { CollisionInput } from '../src/process-input.ts';

export type ParticleInput = CollisionInput['particles'][number];
type VertexInput = CollisionInput['vertices'][number];
export type Kind = readonly [
  field: string,
  spin: ParticleInput['spin'],
  type: ParticleInput['type'],
  mass: string,
];
export type Line = readonly [...Kind, width?: string];
export type Terms = Readonly<Record<string, string>>;
type Vertex = readonly [vertexClass: VertexInput['class'], legs: string, terms: Terms];
/** A diagram: its propagator (called p) or none, and its vertices. */
export type Diagram = { readonly line?: Line; readonly vertices: readonly Vertex[] };

/** A collision of a and b into 1 and 2. Legs are written "1 a p", where p is the propagator of the diagram. */
export function collision(
  incoming: readonly [Kind, Kind],
  outgoing: readonly [Kind, Kind],
  diagrams: Readonly<Record<string, Diagram>>,
  more: Partial<CollisionInput> = {},
): CollisionInput {
  const external = (
    role: ParticleInput['role'],
    id: string,
    [field, spin, type, mass]: Kind,
  ): ParticleInput => ({
    id,
    role,
    field,
    spin,
    type,
    mass,
  });
  const particles = [
    external('incoming', 'a', incoming[0]),
    external('incoming', 'b', incoming[1]),
    external('outgoing', '1', outgoing[0]),
    external('outgoing', '2', outgoing[1]),
  ];
  const vertices: CollisionInput['vertices'] = [];
  const terms: CollisionInput['terms'] = [];
  for (const [name, { line, vertices: own }] of Object.entries(diagrams)) {
    if (line !== undefined) {
      const [field, spin, type, mass, width] = line;
      const base = { id: `p${name}`, role: 'propagator' as const, diagram: name, field, spin, type, mass };
      particles.push(width === undefined ? base : { ...base, width });
    }
    for (const [index, [vertexClass, legs, couplings]] of own.entries()) {
      const id = `${name}${index + 1}`;
      const named = legs.split(' ').map((leg) => (leg === 'p' ? `p${name}` : leg));
      vertices.push({ id, diagram: name, class: vertexClass, legs: named });
      for (const [structure, coupling] of Object.entries(couplings))
        terms.push({ vertex: id, structure: structure, coupling });
    }
  }
  return { particles, vertices, terms, coupling_convention: 'vertex', ...more };
}

/** The same declaration with values for its names. */
export const withInputs = (
  input: CollisionInput,
  values: Readonly<Record<string, number>>,
  more: Partial<CollisionInput> = {},
): CollisionInput => ({
  ...input,
  parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
  ...more,
});
