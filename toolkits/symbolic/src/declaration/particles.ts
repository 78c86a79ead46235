import { isEqual } from '../arithmetic/exact.ts';
import { fault, quoted, unsupported } from './fault.ts';
import type { ParticleInput } from './input.ts';
import type { Parameters } from './parameters.ts';
import { isZero, type Quantity, readMass, readWidth } from './quantity.ts';
import { type Spin, spinName } from './vertex-classes.ts';

export type Particle = {
  /** Where it stands in the input, for messages. */
  readonly at: string;
  readonly id: string;
  readonly role: 'incoming' | 'outgoing';
  readonly field: string;
  readonly spin: Spin;
  readonly type: 'particle' | 'antiparticle' | 'self-conjugate';
  readonly mass: Quantity;
  /** Spin states to average over when it is incoming; found from spin and mass when undefined. */
  readonly helicityStates?: number | undefined;
  /** Declared total width, in GeV. */
  readonly width?: Quantity | undefined;
};

/** An internal line of one diagram. */
export type Propagator = Omit<Particle, 'role' | 'helicityStates'> & { readonly diagram: string };

export const DEFAULT_DIAGRAM = '1';

/** One decaying particle and its two products. */
export type Externals = { readonly parent: Particle; readonly products: readonly [Particle, Particle] };

/** How a particle is called in a warning: by its field, and by its id where that says more. */
export const label = ({ field, id }: Pick<Particle, 'field' | 'id'>): string =>
  field === id ? field : `${field} (id ${quoted(id)})`;

const WORD = /^[A-Za-z0-9][A-Za-z0-9_+~'*-]*$/;

/** @throws ToolbaseError BAD_ARGUMENTS, UNSUPPORTED, BAD_EXPRESSION */
export function readExternals(list: readonly ParticleInput[], parameters: Parameters): Externals {
  const { externals: particles, propagators } = readParticles(list, parameters);
  const [propagator] = propagators;
  if (propagator !== undefined)
    throw unsupported(
      `${propagator.at}/role`,
      'a decay into two particles has no propagators',
      'Declare a decay through one vertex.',
    );
  const incoming = particles.filter(({ role }) => role === 'incoming');
  const outgoing = particles.filter(({ role }) => role === 'outgoing');
  const [parent] = incoming;
  const [first, second] = outgoing;
  if (parent === undefined || incoming.length !== 1)
    throw fault(
      'particles',
      `a decay has exactly one incoming particle; there are ${incoming.length}`,
      'Set role to "incoming" for the decaying particle only.',
    );
  if (outgoing.length > 2)
    throw unsupported(
      'particles',
      `decays into ${outgoing.length} particles are not supported yet`,
      'Declare two outgoing particles.',
    );
  if (first === undefined || second === undefined)
    throw fault(
      'particles',
      `a decay has two outgoing particles; there are ${outgoing.length}`,
      'Declare each product as its own entry, also two of the same field.',
    );
  if (isZero(parent.mass))
    throw fault(`${parent.at}/mass`, 'a massless particle does not decay', 'Give its mass in GeV.');
  return { parent, products: [first, second] };
}

/** All members of a declaration, each sound by itself and as one of its field.
 * @throws ToolbaseError BAD_ARGUMENTS, BAD_EXPRESSION */
export function readParticles(
  list: readonly ParticleInput[],
  parameters: Parameters,
): { externals: readonly Particle[]; propagators: readonly Propagator[] } {
  const externals: Particle[] = [];
  const propagators: Propagator[] = [];
  const all = list.map((input, index) => {
    const read = readMember(`particles/${index}`, input, parameters);
    if (input.role === 'propagator') propagators.push({ ...read, diagram: input.diagram ?? DEFAULT_DIAGRAM });
    else externals.push({ ...read, role: input.role, helicityStates: input.helicity_states });
    return read;
  });
  checkUnique(all);
  checkFields(all);
  return { externals, propagators };
}

type Member = Omit<Propagator, 'diagram'>;

function readMember(at: string, input: ParticleInput, parameters: Parameters): Member {
  const { id, field, spin, type } = input;
  for (const [name, word] of [
    ['id', id],
    ['field', field],
  ] as const)
    if (!WORD.test(word))
      throw fault(
        `${at}/${name}`,
        `${quoted(word)} is not a label`,
        "Use letters, digits and _ + ~ ' * -, starting with a letter or digit.",
      );
  const mass = readMass(`${at}/mass`, input.mass, parameters);
  const width = input.width === undefined ? undefined : readWidth(`${at}/width`, input.width, parameters);
  return { at, id, field, spin, type, mass, width };
}

function checkUnique(particles: readonly Member[]): void {
  const seen = new Map<string, Member>();
  for (const particle of particles) {
    const other = seen.get(particle.id);
    if (other !== undefined)
      throw fault(
        `${particle.at}/id`,
        `${quoted(particle.id)} is also the id of ${other.at}`,
        'Give every particle its own id; "field" tells which are of the same kind.',
      );
    seen.set(particle.id, particle);
  }
}

/** Particles of one field share spin, mass and whether they are their own antiparticles. */
function checkFields(particles: readonly Member[]): void {
  const seen = new Map<string, Member>();
  for (const particle of particles) {
    const other = seen.get(particle.field);
    seen.set(particle.field, other ?? particle);
    if (other === undefined) continue;
    const differ = (what: string, mine: string, theirs: string) =>
      fault(
        particle.at,
        `field ${quoted(particle.field)} ${what} ${mine} here and ${theirs} at ${other.at}`,
        'Particles of one field share spin, mass and type; give different particles different fields.',
      );
    if (particle.spin !== other.spin) throw differ('is a', spinName(particle.spin), spinName(other.spin));
    if (!sameMass(particle.mass, other.mass)) throw differ('has mass', particle.mass.text, other.mass.text);
    if ((particle.type === 'self-conjugate') !== (other.type === 'self-conjugate'))
      throw differ('has type', particle.type, other.type);
  }
}

/** Equal as written, or equal in value. */
export function sameMass(a: Quantity, b: Quantity): boolean {
  if (a.exact !== undefined && b.exact !== undefined) return isEqual(a.exact, b.exact);
  return a.text.replaceAll(' ', '') === b.text.replaceAll(' ', '');
}
