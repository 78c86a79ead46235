import { defineOperation, nearMatches, ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { CITATION, EDITION, type Measured, PARTICLES, type TabulatedParticle } from './particle-table.ts';
import { GEV2_PB, HBARC_GEV_M } from './units.ts';

const Input = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(32)
    .optional()
    .describe('Name such as "b", "tau-", "W+", "Z", "H", "K+"; antiparticles as "bbar" or "e+".'),
  pdg_id: z
    .number()
    .int()
    .optional()
    .describe('PDG number, negative for an antiparticle; instead of the name.'),
});
type Input = z.output<typeof Input>;

const Value = z.strictObject({ value: z.number(), plus: z.number(), minus: z.number() });

const Output = z.strictObject({
  name: z.string(),
  pdg_id: z.number(),
  antiparticle: z.boolean(),
  kind: z.string(),
  spin: z.string(),
  charge: z.string().describe('In units of the elementary charge.'),
  self_conjugate: z.boolean(),
  mass_gev: Value.optional().describe('Mass with its errors, GeV.'),
  mass_scheme: z.string().optional().describe('What the mass of a quark means.'),
  width_gev: Value.optional().describe('Total width with its errors, GeV; 0 for a stable particle.'),
  note: z.string().optional(),
  edition: z.string(),
  citation: z.string(),
  constants: z.strictObject({
    hbar_c_gev_m: z.number(),
    gev_minus2_in_pb: z.number().describe('(hbar c)^2 in pb GeV^2.'),
  }),
});
type Output = z.output<typeof Output>;

export const lookUpParticle = defineOperation({
  name: 'LookUpParticle',
  title: 'Particle properties',
  description:
    'Mass and total width (GeV, with errors), spin, charge and PDG number of a Standard-Model particle or a meson, with ' +
    'the edition of the Review of Particle Physics they come from and its citation, and the exact values of hbar c. Quark ' +
    'masses come with scheme and scale: a running mass is no kinematic mass. Neutrino masses are absent. By name or PDG ' +
    'number, one of the two. Couplings are not listed: they depend on the scheme of a calculation.',
  input: Input,
  output: Output,
  effects: { deterministic: true, typicalMs: 1 },
  maxResultBytes: 8192,
  run: (input) => particleOf(input),
});

const NAMES: readonly string[] = PARTICLES.flatMap(({ name, aliases }) => [
  name,
  ...aliases.filter((alias) => alias.length > 2),
]);

/** @throws ToolbaseError BAD_ARGUMENTS or NOT_FOUND */
export function particleOf({ name, pdg_id: id }: Input): Output {
  if ((name === undefined) === (id === undefined))
    throw new ToolbaseError('BAD_ARGUMENTS', 'name: give either a name or pdg_id', {
      hint: 'For example {"name": "tau-"} or {"pdg_id": 15}.',
    });
  const found = name === undefined ? byNumber(id ?? 0) : byName(name);
  if (found === undefined)
    throw new ToolbaseError(
      'NOT_FOUND',
      `${name === undefined ? 'pdg_id' : 'name'}: no particle ${name ?? id ?? ''} in the table`,
      {
        hint: `${meant(name)}Known: ${PARTICLES.map((particle) => particle.name).join(', ')}, and antiparticles such as tbar or W-.`,
      },
    );
  return described(found.particle, found.anti);
}

const meant = (name: string | undefined): string => {
  const near = name === undefined ? [] : nearMatches(name, NAMES);
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
};

type Found = { readonly particle: TabulatedParticle; readonly anti: boolean };

function byNumber(id: number): Found | undefined {
  const particle = PARTICLES.find(({ pdgId }) => pdgId === Math.abs(id));
  if (particle === undefined || (id < 0 && particle.selfConjugate)) return undefined;
  return { particle, anti: id < 0 };
}

function byName(written: string): Found | undefined {
  const exact = PARTICLES.find(({ name }) => name === written);
  if (exact !== undefined) return { particle: exact, anti: false };
  const lower = written.toLowerCase();
  const named = PARTICLES.find(({ aliases }) => aliases.includes(lower));
  if (named !== undefined) return { particle: named, anti: false };
  const anti = PARTICLES.find(
    (particle) =>
      !particle.selfConjugate && antiNames(particle).some((candidate) => candidate.toLowerCase() === lower),
  );
  return anti === undefined ? undefined : { particle: anti, anti: true };
}

const antiNames = (particle: TabulatedParticle): string[] => [
  antiName(particle),
  ...barable(particle).flatMap((name) => [`${name}bar`, `${name}~`]),
  ...[particle.name, ...particle.aliases].flatMap((name) => [`anti${name}`, `anti-${name}`]),
  ...(particle.name === 'e-' ? ['positron'] : []),
];

/** Of a meson only the full name: Kbar may be a neutral one. */
const barable = ({ kind, name, aliases }: TabulatedParticle): readonly string[] =>
  kind === 'meson' ? [name] : [name, ...aliases];

/** e+ for e-, W- for W+, bbar for b. */
function antiName({ name }: TabulatedParticle): string {
  if (name.endsWith('+')) return `${name.slice(0, -1)}-`;
  return name.endsWith('-') ? `${name.slice(0, -1)}+` : `${name}bar`;
}

const opposite = (charge: string): string => {
  if (charge === '0') return charge;
  return charge.startsWith('-') ? charge.slice(1) : `-${charge}`;
};

function described(particle: TabulatedParticle, anti: boolean): Output {
  const { mass, width, massScheme, note } = particle;
  const value = ({ value: central, plus, minus }: Measured) => ({ value: central, plus, minus });
  return {
    name: anti ? antiName(particle) : particle.name,
    pdg_id: anti ? -particle.pdgId : particle.pdgId,
    antiparticle: anti,
    kind: particle.kind,
    spin: particle.spin,
    charge: anti ? opposite(particle.charge) : particle.charge,
    self_conjugate: particle.selfConjugate,
    ...(mass === undefined ? {} : { mass_gev: value(mass) }),
    ...(massScheme === undefined ? {} : { mass_scheme: massScheme }),
    ...(width === undefined ? {} : { width_gev: value(width) }),
    ...(note === undefined ? {} : { note }),
    edition: EDITION,
    citation: CITATION,
    constants: { hbar_c_gev_m: HBARC_GEV_M, gev_minus2_in_pb: GEV2_PB },
  };
}
