import type { DeclaredDiagram } from '../src/declaration/input.ts';

type ParticleInput = DeclaredDiagram['particles'][number];
type Kind = readonly [
  id: string,
  field: string,
  spin: ParticleInput['spin'],
  type: ParticleInput['type'],
  mass: string,
];
type Terms = Readonly<Record<string, string>>;

/** A decay of `parent` into two products through one vertex of `legs`, without values. */
export function decay(
  parent: Kind,
  products: readonly Kind[],
  vertexClass: DeclaredDiagram['vertices'][number]['class'],
  legs: readonly string[],
  terms: Terms,
  convention: DeclaredDiagram['coupling_convention'] = 'vertex',
): DeclaredDiagram {
  const particle =
    (role: ParticleInput['role']) =>
    ([id, field, spin, type, mass]: Kind): ParticleInput => ({ id, role, field, spin, type, mass });
  return {
    particles: [particle('incoming')(parent), ...products.map(particle('outgoing'))],
    vertices: [{ id: 'v', class: vertexClass, legs: [...legs] }],
    terms: Object.entries(terms).map(([structure, coupling]) => ({
      vertex: 'v',
      structure: structure,
      coupling,
    })),
    coupling_convention: convention,
  };
}

/** The same declaration with values for its names. */
export const withValues = (
  diagram: DeclaredDiagram,
  values: Readonly<Record<string, number>>,
): DeclaredDiagram => ({
  ...diagram,
  parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
});

/** F -> f' V, with the structure's terms. */
export const fToFV = (
  terms: Terms,
  [mF, mf, mV]: readonly [string, string, string] = ['mF', 'mf', 'mV'],
): DeclaredDiagram =>
  decay(
    ['a', 'F', '1/2', 'particle', mF],
    [
      ['1', 'f', '1/2', 'particle', mf],
      ['2', 'V', '1', 'antiparticle', mV],
    ],
    'FFV',
    ['1', 'a', '2'],
    terms,
  );

/** F -> f' S. */
export const fToFS = (terms: Terms): DeclaredDiagram =>
  decay(
    ['a', 'F', '1/2', 'particle', 'mF'],
    [
      ['1', 'f', '1/2', 'particle', 'mf'],
      ['2', 'S', '0', 'self-conjugate', 'mS'],
    ],
    'FFS',
    ['1', 'a', '2'],
    terms,
  );

/** S -> f fbar of one Dirac field. */
export const sToFF = (
  terms: Terms,
  convention: DeclaredDiagram['coupling_convention'] = 'vertex',
): DeclaredDiagram =>
  decay(
    ['a', 'S', '0', 'self-conjugate', 'mS'],
    [
      ['1', 'f', '1/2', 'particle', 'mf'],
      ['2', 'f', '1/2', 'antiparticle', 'mf'],
    ],
    'FFS',
    ['1', '2', 'a'],
    terms,
    convention,
  );

/** S -> f1 f2bar of two Dirac fields. */
export const sToF1F2 = (terms: Terms): DeclaredDiagram =>
  decay(
    ['a', 'S', '0', 'self-conjugate', 'mS'],
    [
      ['1', 'f1', '1/2', 'particle', 'm1'],
      ['2', 'f2', '1/2', 'antiparticle', 'm2'],
    ],
    'FFS',
    ['1', '2', 'a'],
    terms,
  );

/** S -> chi chi of one Majorana field. */
export const sToMajorana = (
  terms: Terms,
  convention: DeclaredDiagram['coupling_convention'] = 'vertex',
): DeclaredDiagram =>
  decay(
    ['a', 'S', '0', 'self-conjugate', 'mS'],
    [
      ['1', 'chi', '1/2', 'self-conjugate', 'mchi'],
      ['2', 'chi', '1/2', 'self-conjugate', 'mchi'],
    ],
    'FFS',
    ['1', '2', 'a'],
    terms,
    convention,
  );

/** S -> two scalars: one real field, or two. */
export const sToSS = (
  fields: readonly [string, string],
  masses: readonly [string, string],
  convention: DeclaredDiagram['coupling_convention'] = 'vertex',
  coupling = 'kappa',
): DeclaredDiagram =>
  decay(
    ['a', 'S', '0', 'self-conjugate', 'mS'],
    [
      ['1', fields[0], '0', 'self-conjugate', masses[0]],
      ['2', fields[1], '0', 'self-conjugate', masses[1]],
    ],
    'SSS',
    ['a', '1', '2'],
    { '1': coupling },
    convention,
  );

/** S -> two vectors of the given fields and types. */
export const sToVV = (
  fields: readonly [string, string],
  types: readonly [ParticleInput['type'], ParticleInput['type']],
  masses: readonly [string, string],
  coupling: string,
  convention: DeclaredDiagram['coupling_convention'] = 'vertex',
): DeclaredDiagram =>
  decay(
    ['a', 'S', '0', 'self-conjugate', 'mS'],
    [
      ['1', fields[0], '1', types[0], masses[0]],
      ['2', fields[1], '1', types[1], masses[1]],
    ],
    'VVS',
    ['1', '2', 'a'],
    { g: coupling },
    convention,
  );

/** V -> f fbar of one Dirac field. */
export const vToFF = (terms: Terms, mass = 'mf'): DeclaredDiagram =>
  decay(
    ['a', 'V', '1', 'self-conjugate', 'mV'],
    [
      ['1', 'f', '1/2', 'particle', mass],
      ['2', 'f', '1/2', 'antiparticle', mass],
    ],
    'FFV',
    ['1', '2', 'a'],
    terms,
  );

/** V -> f1 f2bar of two Dirac fields. */
export const vToF1F2 = (terms: Terms, masses: readonly [string, string] = ['m1', 'm2']): DeclaredDiagram =>
  decay(
    ['a', 'V', '1', 'particle', 'mV'],
    [
      ['1', 'f1', '1/2', 'particle', masses[0]],
      ['2', 'f2', '1/2', 'antiparticle', masses[1]],
    ],
    'FFV',
    ['1', '2', 'a'],
    terms,
  );

/** V -> S V'. */
export const vToSV = (coupling: string): DeclaredDiagram =>
  decay(
    ['a', 'V', '1', 'self-conjugate', 'mV'],
    [
      ['1', 'S', '0', 'self-conjugate', 'mS'],
      ['2', 'Vp', '1', 'self-conjugate', 'mVp'],
    ],
    'VVS',
    ['a', '2', '1'],
    { g: coupling },
  );

/** V -> V1 V2 by a Yang-Mills vertex: two fields, or a complex pair of one. */
export const vToVV = (
  fields: readonly [string, string],
  types: readonly [ParticleInput['type'], ParticleInput['type']],
  masses: readonly [string, string],
): DeclaredDiagram =>
  decay(
    ['a', 'V', '1', 'self-conjugate', 'mV'],
    [
      ['1', fields[0], '1', types[0], masses[0]],
      ['2', fields[1], '1', types[1], masses[1]],
    ],
    'VVV',
    ['a', '1', '2'],
    { YM: 'g' },
  );

/** V -> S S* of one complex scalar. */
export const vToSS = (): DeclaredDiagram =>
  decay(
    ['a', 'V', '1', 'self-conjugate', 'mV'],
    [
      ['1', 'S', '0', 'particle', 'mS'],
      ['2', 'S', '0', 'antiparticle', 'mS'],
    ],
    'SSV',
    ['1', '2', 'a'],
    { 'p1-p2': 'g' },
  );
