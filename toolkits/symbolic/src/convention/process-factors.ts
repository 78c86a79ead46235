import { fault } from '../declaration/fault.ts';
import type { DeclaredDiagram } from '../declaration/input.ts';
import { label, type Particle } from '../declaration/particles.ts';
import { isZero } from '../declaration/quantity.ts';
import { type Factor, type Factors, factorText, readFactor } from './factor.ts';
import { operatorOf } from './identical.ts';

const ONE: Factor = { numerator: 1n, denominator: 1n };

export type FoundFactors = { readonly factors: Factors; readonly warnings: readonly string[] };

/** Average over initial spins, 1/2 for two identical outgoing particles and multiplicity: as found from the fields
 * unless the declaration overrides them, which is warned of.
 * @throws ToolbaseError BAD_ARGUMENTS for helicity states that a particle does not have */
export function processFactors(
  input: Pick<DeclaredDiagram, 'spin_average' | 'symmetry_factor' | 'multiplicity'>,
  incoming: readonly Particle[],
  outgoing: readonly Particle[],
): FoundFactors {
  const warnings: string[] = [];
  const chosen = (field: 'spin_average' | 'symmetry_factor', found: Factor): Factor => {
    const given = input[field];
    if (given === undefined) return found;
    const factor = readFactor(field, given, 1);
    if (factorText(factor) !== factorText(found))
      warnings.push(
        `${field} ${factorText(factor)} was given; the declaration implies ${factorText(found)}.`,
      );
    return factor;
  };
  for (const particle of incoming) checkStates(particle, incoming.length === 1);
  warnings.push(...outgoing.flatMap(unusedStates));
  const states = incoming.map(statesOf).reduce((total, count) => total * count, 1);
  const [first, second] = outgoing;
  const identical =
    first !== undefined &&
    second !== undefined &&
    first.field === second.field &&
    operatorOf(first) === operatorOf(second);
  const { multiplicity } = input;
  return {
    factors: {
      spinAverage: chosen('spin_average', { numerator: 1n, denominator: BigInt(states) }),
      symmetryFactor: chosen('symmetry_factor', { numerator: 1n, denominator: identical ? 2n : 1n }),
      multiplicity: multiplicity === undefined ? ONE : readFactor('multiplicity', multiplicity, 1e6),
    },
    warnings,
  };
}

/** Spin states that a particle has. */
export function allStates({ spin, mass }: Particle): number {
  if (spin === '0') return 1;
  return spin === '1/2' || isZero(mass) ? 2 : 3;
}

/** Spin states an incoming particle is averaged over. */
const statesOf = (particle: Particle): number => particle.helicityStates ?? allStates(particle);

function checkStates(particle: Particle, decays: boolean): void {
  const { helicityStates: given, spin, at } = particle;
  if (given === undefined) return;
  const all = allStates(particle);
  const field = `${at}/helicity_states`;
  const kind = `a ${spin === '1' && isZero(particle.mass) ? 'massless ' : ''}particle of spin ${spin}`;
  if (given > all)
    throw fault(
      field,
      `${kind} does not have ${given} spin states`,
      'Leave it out, or give 1 for a neutrino or a polarised beam.',
    );
  if (all === 3 && given < all && !decays)
    throw fault(
      field,
      `a massive particle of spin 1 has 3 spin states, which are all summed over: an average over ${given} belongs to no beam`,
      'Leave it out: polarised beams are not computed. To force another factor, give spin_average, which is warned of.',
    );
  if (decays && given < all)
    throw fault(
      field,
      `${kind} decays from all its ${all} spin states, not ${given}: at rest no direction is special`,
      'Leave it out: the average is found. To force another one, give spin_average, which is warned of.',
    );
}

const unusedStates = (particle: Particle): string[] =>
  particle.helicityStates === undefined
    ? []
    : [`helicity_states of ${label(particle)} is not used: it counts states of incoming particles.`];
