import { fault, quoted } from './fault.ts';
import type { ParticleInput } from './input.ts';
import { label, type Particle } from './particles.ts';

/** Electric charge of the particle of each field, in units of e: what is declared, and 0 of self-conjugate fields. */
export type Charges = ReadonlyMap<string, number>;

/** Thirds may be given as 0.33 or 0.667. */
const TOLERANCE = 0.02;
export const sameCharge = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE;

/** Undefined when no particle declares a charge, so that there is nothing to check.
 * @throws ToolbaseError BAD_ARGUMENTS when particles of one field contradict each other */
export function readCharges(list: readonly ParticleInput[]): Charges | undefined {
  if (list.every(({ charge }) => charge === undefined)) return undefined;
  const charges = new Map<string, number>();
  for (const [index, { field, type, charge }] of list.entries()) {
    if (type === 'self-conjugate') charges.set(field, 0);
    if (charge === undefined) continue;
    const own = type === 'antiparticle' ? 0 - charge : charge;
    const known = charges.get(field);
    if (known !== undefined && !sameCharge(known, own))
      throw fault(
        `particles/${index}/charge`,
        type === 'self-conjugate'
          ? `the self-conjugate field ${quoted(field)} has no charge, but ${charge} is given`
          : `the ${type} of ${quoted(field)} has charge ${charge} here, where the rest gives ${signed(type === 'antiparticle' ? 0 - known : known)}`,
        'Give the charge of the entry itself: an antiparticle has the opposite one of the particle.',
      );
    charges.set(field, own);
  }
  return charges;
}

/** Charge of a particle as it stands in the list. */
export function chargeOf({ field, type }: Particle, charges: Charges): number | undefined {
  const charge = charges.get(field);
  return charge === undefined || type !== 'antiparticle' ? charge : 0 - charge;
}

/** What a set of charges adds up to, as it is written: "-1 (e-) + 1 (e+) = 0". */
export function chargeSum(particles: readonly Particle[], charges: Charges): { total: number; text: string } {
  const own = particles.map((particle) => ({ particle, charge: chargeOf(particle, charges) ?? 0 }));
  const total = own.reduce((sum, { charge }) => sum + charge, 0);
  const terms = own.map(({ particle, charge }) => `${signed(charge)} of ${label(particle)}`);
  return { total, text: `${signed(total)} (${terms.join(', ')})` };
}

export const signed = (charge: number): string => `${Number(charge.toFixed(3)) || 0}`;
