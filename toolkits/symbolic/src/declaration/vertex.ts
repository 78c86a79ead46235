import { fault, quoted, unsupported } from './fault.ts';
import type { TermInput, VertexInput } from './input.ts';
import type { Parameters } from './parameters.ts';
import type { Externals, Particle } from './particles.ts';
import { type Quantity, readQuantity } from './quantity.ts';
import { CLASSES, type ClassName, isComputed, legOrder, type Structure, spinName } from './vertex-classes.ts';

export type Legs = readonly [Particle, Particle, Particle];

/** The vertex as it was declared, every leg and term found to fit its class. */
export type DeclaredVertex = {
  readonly at: string;
  readonly class: ClassName;
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
  if (!isComputed(name))
    throw unsupported(
      `${at}/class`,
      `${name} joins four fields, and only two-body decays are supported yet`,
      `Use one of ${Object.keys(CLASSES).join(', ')}.`,
    );
  const legs = readLegs(at, name, vertex.legs, externals);
  return { at, class: name, legs, terms: readTerms(vertex, name, terms, parameters) };
}

function readLegs(at: string, name: ClassName, ids: readonly string[], externals: Externals): Legs {
  const particles = [externals.parent, ...externals.products];
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
  const [first, second, third] = legs;
  if (first === undefined || second === undefined || third === undefined || legs.length !== 3)
    throw fault(
      `${at}/legs`,
      `${name} has 3 legs; there are ${ids.length}`,
      `Name all three particles in the order ${legOrder(name)}.`,
    );
  return [first, second, third];
}

function readTerms(
  vertex: VertexInput,
  name: ClassName,
  terms: readonly TermInput[],
  parameters: Parameters,
): DeclaredVertex['terms'] {
  const allowed: readonly string[] = CLASSES[name].structures;
  const seen = new Set<string>();
  return terms.map(({ vertex: id, structure, coupling }, index) => {
    const at = `terms/${index}`;
    if (id !== vertex.id)
      throw fault(`${at}/vertex`, `there is no vertex ${quoted(id)}`, `Use the id ${quoted(vertex.id)}.`);
    if (!allowed.includes(structure))
      throw fault(
        `${at}/structure`,
        `${name} has no structure ${structure}`,
        `Use ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}.`,
      );
    if (seen.has(structure))
      throw fault(
        `${at}/structure`,
        `${structure} is given twice`,
        'Give each structure once, with the sum of its couplings.',
      );
    seen.add(structure);
    return { structure, coupling: readQuantity(`${at}/coupling`, coupling, parameters) };
  });
}
