import { fault, quoted, unsupported } from '../declaration/fault.ts';
import type { Particle } from '../declaration/particles.ts';
import type { DeclaredVertex } from '../declaration/vertex.ts';
import type { Structure } from '../declaration/vertex-classes.ts';
import { type Coupling, conjugated, share, weighted } from './coupling.ts';
import type { FermionVertex } from './vertex.ts';

/** What the barred field does: it creates a particle or annihilates an antiparticle. */
export const fitsBar = ({ role, type }: Particle): boolean =>
  type === 'self-conjugate' || type === (role === 'outgoing' ? 'particle' : 'antiparticle');

export const fitsUnbarred = ({ role, type }: Particle): boolean =>
  type === 'self-conjugate' || type === (role === 'outgoing' ? 'antiparticle' : 'particle');

/** Weights of 1 and g5 (or gamma^mu and gamma^mu g5) in each structure. */
const PARTS: Readonly<Partial<Record<Structure, readonly [even: number, odd: number]>>> = {
  '1': [1, 0],
  g5: [0, 1],
  PL: [0.5, -0.5],
  PR: [0.5, 0.5],
  gamma: [1, 0],
  'gamma.g5': [0, 1],
  'gamma.PL': [0.5, -0.5],
  'gamma.PR': [0.5, 0.5],
};
const DIPOLES: Readonly<Partial<Record<Structure, readonly [even: number, odd: number]>>> = {
  'sigma.q': [1, 0],
  'sigma.q.g5': [0, 1],
};

export type Oriented = {
  readonly vertex: FermionVertex;
  /** The hermitian conjugate of the declared term drives the process. */
  readonly conjugate: boolean;
};

/** Finds the direction of fermion flow. In the lagrangian convention a term is given once, so the conjugate one is
 * taken where the process needs it.
 * @throws ToolbaseError BAD_ARGUMENTS or UNSUPPORTED */
export function orient(
  declared: DeclaredVertex & { class: 'FFS' | 'FFV' },
  convention: 'vertex' | 'lagrangian',
): Oriented {
  const [bar, unbarred, boson] = declared.legs;
  const part = (which: 0 | 1, table = PARTS): Coupling =>
    declared.terms.flatMap(({ structure, coupling }) =>
      weighted(share(1, coupling), table[structure]?.[which] ?? 0),
    );
  const dipole = { even: part(0, DIPOLES), odd: part(1, DIPOLES) };
  const vertex = { class: declared.class, bar, unbarred, boson, even: part(0), odd: part(1), dipole };
  if (fitsBar(bar) && fitsUnbarred(unbarred)) return { vertex, conjugate: false };
  if (!fitsBar(unbarred) || !fitsUnbarred(bar)) throw numberViolated(declared.at, bar, unbarred);
  if (convention === 'vertex')
    throw fault(
      `${declared.at}/legs/0`,
      `${quoted(bar.id)} (${bar.role} ${bar.type}) cannot be the barred leg of a vertex`,
      'Put the outgoing particle or incoming antiparticle first, with the couplings of that vertex; or use the lagrangian convention, where the conjugate term is found.',
    );
  return { vertex: hermitianConjugate(vertex), conjugate: true };
}

/** Bar and unbarred fields exchanged: (a + b g5) becomes (a* - b* g5), gamma (v + w g5) becomes gamma (v* + w* g5), and
 * a dipole changes like a scalar, its field strength being real. */
export const hermitianConjugate = (vertex: FermionVertex): FermionVertex => ({
  ...vertex,
  bar: vertex.unbarred,
  unbarred: vertex.bar,
  even: conjugated(vertex.even),
  odd: weighted(conjugated(vertex.odd), vertex.class === 'FFS' ? -1 : 1),
  dipole: { even: conjugated(vertex.dipole.even), odd: weighted(conjugated(vertex.dipole.odd), -1) },
});

export function numberViolated(at: string, bar: Particle, unbarred: Particle): Error {
  const [here, there] = [bar, unbarred].map((p) => `${p.role} ${p.type} ${quoted(p.id)}`);
  return unsupported(
    `${at}/legs`,
    `${here ?? ''} with ${there ?? ''} violates fermion number`,
    'Check "type": a pair is created as particle and antiparticle; both of the same type need self-conjugate (Majorana) fields.',
  );
}
