import { type Expression, type Rational, rational, ToolbaseError } from 'toolbase/toolkit';
import type { CrossSectionForm } from './algebra/cross-section-form.ts';
import { type ProcessForms, tAt } from './algebra/process-forms.ts';
import type { CosRange } from './algebra/t-limits.ts';
import { substituted } from './algebra/substitute.ts';
import { bigValue } from './arithmetic/big-value.ts';
import { factorValue } from './convention/factor.ts';
import { fault, quoted, unsupported } from './declaration/fault.ts';
import { type Angle, angleNodes } from './numeric/angle.ts';
import { type Collision, collision, edgeDenominator } from './numeric/collision.ts';
import { type CollisionSum, gaugeBreakers, squareAt } from './numeric/collision-sum.ts';
import type { PhotonSum } from './numeric/external-waves.ts';
import type { LostDigits } from './numeric/lost-digits.ts';
import { numericTree } from './numeric/numeric-tree.ts';
import { sizeOf, sizeOfQuantity } from './numeric/size.ts';
import type { Process } from './tree/process.ts';
import { gapAbove, massesTogether } from './tree/thresholds.ts';
import { crossedLines } from './tree/poles.ts';

/** How far the declared values lead: `symbolic` without energy or masses, `closed` below threshold, `open` without
 * couplings. */
export type Reach =
  | { readonly kind: 'symbolic' | 'closed' | 'open' }
  | {
      readonly kind: 'values';
      readonly sum: CollisionSum;
      readonly photons: PhotonSum;
      readonly gauge: string[];
    };

/** @throws ToolbaseError BAD_ARGUMENTS below the threshold of the incoming particles */
export function reachOf({ incoming, outgoing, externals, trees }: Process, sqrtS: number | undefined): Reach {
  if (sqrtS === undefined) return { kind: 'symbolic' };
  if (!(sqrtS > 0 && sqrtS < 1e20))
    throw fault('sqrt_s_gev', `${sqrtS} is no energy`, 'Give a positive energy in GeV.');
  const energy = rational(sqrtS);
  const [gapIn, gapOut] = [gapAbove(energy, incoming), gapAbove(energy, outgoing)];
  if (gapIn === undefined || gapOut === undefined) return { kind: 'symbolic' };
  if (gapIn <= 0)
    throw fault(
      'sqrt_s_gev',
      `${sqrtS} GeV is not above the masses of the incoming particles, ${massesTogether(incoming)} together`,
      'Give the energy in the centre-of-mass frame, above the sum of their masses.',
    );
  if (gapOut <= 0) return { kind: 'closed' };
  const numeric = trees.map(({ tree }) => numericTree(tree));
  const known = numeric.filter((tree) => tree !== undefined);
  const lineMasses = trees.flatMap(({ tree }) => tree.lines.map(({ propagator }) => propagator));
  if (
    known.length < numeric.length ||
    lineMasses.some(
      ({ mass, width }) => mass.value === undefined || (width !== undefined && width.value === undefined),
    )
  )
    return { kind: 'open' };
  const [a, b, c, d] = externals.map(({ mass }) => sizeOfQuantity(mass));
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new RangeError('a collision has four particles');
  const kinematics = collision(sizeOf(sqrtS), [a, b, c, d], { incoming: gapIn, outgoing: gapOut });
  const sum = { externals, trees: known, kinematics };
  const gauge = gaugeBreakers(sum);
  return { kind: 'values', sum, gauge, photons: gauge.length === 0 ? 'transverse' : 'metric' };
}

/** Mean squared amplitude by helicities. */
export const meanSquareAt = (
  { factors }: Process,
  { sum, photons }: Reach & { kind: 'values' },
  angle: Angle,
): number =>
  factorValue(factors.spinAverage) * factorValue(factors.multiplicity) * squareAt(sum, angle, photons);

/** dsigma/dcos(theta) over the mean squared amplitude, in GeV^-2. */
export const fluxFactor = ({ factors }: Process, { sqrtS, pIn, pOut }: Collision): number =>
  (factorValue(factors.symmetryFactor) * pOut) / (32 * Math.PI * sqrtS * sqrtS * pIn);

/** Cross section by helicities and Gauss-Legendre integration. */
export function integrated(
  process: Process,
  reach: Reach & { kind: 'values' },
  range: { readonly min: number; readonly max: number },
): number {
  const { kinematics } = reach.sum;
  const phaseSpace = 2 * kinematics.pIn * kinematics.pOut;
  const distance = (channel: 't' | 'u'): number =>
    Math.min(
      ...crossedLines(process, channel).map(
        ({ propagator }) =>
          -edgeDenominator(kinematics, channel, sizeOfQuantity(propagator.mass)) / phaseSpace,
      ),
    );
  const nodes = angleNodes(range.min, range.max, { beyond1: distance('t'), beyondMinus1: distance('u') });
  const total = nodes.reduce(
    (sum, { angle, weight }) => sum + weight * meanSquareAt(process, reach, angle),
    0,
  );
  return fluxFactor(process, kinematics) * total;
}

/** Values of closed forms at an energy. */
export class FormValues {
  readonly #values: ReadonlyMap<string, Rational>;
  readonly #process: Process;
  readonly #forms: ProcessForms;

  constructor(process: Process, forms: ProcessForms, sqrtS: number) {
    const energy = rational(sqrtS);
    this.#process = process;
    this.#forms = forms;
    this.#values = new Map([...process.parameters.exact, [forms.names.s, energy.mul(energy)]]);
  }

  /** Mean squared amplitude at an angle. */
  meanSquare(cos: number): number {
    const { names, meanSquare, definitions } = this.#forms;
    const t = tAt(this.#process, this.#forms, rational(cos));
    const inT = new Map([[names.t, t]]);
    const all = new Map(inT);
    for (const { name, value } of definitions) all.set(name, substituted(value, inT));
    return this.#value(substituted(meanSquare, all));
  }

  /** Cross section; undefined where a denominator of the partial fractions vanishes by accident. */
  crossSection({ value, definitions }: CrossSectionForm): number | undefined {
    try {
      return this.#value(substituted(value, new Map(definitions.map((d) => [d.name, d.value]))));
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #value(expression: Expression): number {
    const { re, im } = bigValue(expression, this.#values);
    return Math.abs(im) <= 1e-10 * Math.abs(re) ? re : Number.NaN;
  }
}

export const cosRange = (min: number, max: number): CosRange | undefined =>
  min === -1 && max === 1 ? undefined : { min: rational(min), max: rational(max) };

/** Largest relative difference of the two engines that is put down to rounding. */
const TOLERANCE = 1e-8;

const EXPLAINED: Readonly<Record<LostDigits['cause'], readonly [cause: string, fix: string]>> = {
  shell: [
    'is so close to its mass shell that the terms of its numerator cancel',
    'Take a higher energy; or leave sqrt_s_gev out and evaluate the closed form that is returned with some 50 digits. For photons much softer than the mass of a charged particle that is the Thomson limit, 8*pi*alpha**2/(3*m**2) in total.',
  ],
  light: [
    'is so light that q q/m**2 in its numerator is lost in rounding, which only the conservation of its current cancels',
    'Set its mass to 0 and cut the angle where that has a pole; or leave sqrt_s_gev out and evaluate the closed form that is returned with some 50 digits.',
  ],
};

/** @param lost what the helicity sum may have lost in rounding, asked only when the engines disagree
 * @throws ToolbaseError UNSUPPORTED when that explains that the engines disagree, else CHECK_FAILED */
export function difference(
  helicity: number,
  closed: number,
  what: string,
  lost: () => LostDigits | undefined,
): number {
  const size = Math.max(Math.abs(helicity), Math.abs(closed));
  const relative = size === 0 ? 0 : Math.abs(helicity - closed) / size;
  if (relative <= TOLERANCE) return relative;
  const digits = lost();
  if (digits !== undefined && relative <= digits.relative) {
    const [cause, fix] = EXPLAINED[digits.cause];
    throw unsupported(
      'sqrt_s_gev',
      `the helicity sum in double precision cannot resolve ${what}: ${quoted(digits.id)} ${cause}. It differs from the closed form by ${relative.toExponential(1)} of it, so no number is returned`,
      fix,
    );
  }
  throw new ToolbaseError(
    'CHECK_FAILED',
    `the helicity sum gives ${helicity} and the closed form ${closed} for ${what}: a fault of this toolkit, so no number is returned`,
    { hint: 'Please report the declaration that led to it.' },
  );
}
