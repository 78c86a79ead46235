import type { Particle } from '../declaration/particles.ts';
import { isZero as isZeroQuantity, type Quantity } from '../declaration/quantity.ts';
import { type Channel, channelOf } from '../tree/channel.ts';
import type { Line } from '../tree/topology.ts';
import type { Tree } from '../tree/tree.ts';
import type { PolynomialContext } from './coupling-polynomial.ts';
import { exactQuotient, primitivePart } from './divide.ts';
import { type Invariants, invariants } from './invariants.ts';
import { pairProduct, type PairProducts } from './pair-product.ts';
import {
  add,
  IMAGINARY_UNIT,
  isZero,
  multiply,
  ONE,
  type Polynomial,
  polynomial,
  scale,
  ZERO,
} from './polynomial.ts';
import { withReducedSquares } from './reduce-squares.ts';

/** q**2 - m**2 of a channel, or its squared modulus where a width stands in it. */
export type Denominator = {
  readonly channel: Channel;
  readonly mass: Quantity;
  readonly width: Quantity | undefined;
  /** q**2 - m**2. */
  readonly real: Polynomial;
};

/** A numerator over powers of denominators, by their key. */
export type SquareTerm = {
  readonly numerator: Polynomial;
  readonly powers: ReadonlyMap<string, { readonly denominator: Denominator; readonly power: number }>;
};

/** Sum over all spins of |M|^2, not yet averaged. */
export type SquareForm = { readonly terms: readonly SquareTerm[]; readonly invariants: Invariants };

/** @param names of s and t among the symbols */
export function squareForm(
  externals: readonly Particle[],
  trees: readonly Tree[],
  context: PolynomialContext,
  names: { readonly s: string; readonly t: string },
  products: PairProducts = pairProduct,
): SquareForm {
  const lines = trees.flatMap((tree) => tree.lines);
  const kinematics = invariants(externals, lines, context.generators, names);
  const setting = { externals, invariants: kinematics, context };
  const propagation = trees.map((tree) => propagationOf(tree, externals, kinematics, context));
  const found = new Map<string, SquareTerm>();
  for (const [i, first] of trees.entries())
    for (const [j, second] of trees.entries()) {
      if (j < i) continue;
      const [a, b] = [propagation[i], propagation[j]];
      if (a === undefined || b === undefined) continue;
      const product = products(first, second, setting);
      const { numerator, powers } = i === j || isSame(a, b) ? modulus(a) : interference(a, b, context);
      const whole = multiply(product, numerator);
      const term = i === j ? whole : add(whole, context.generators.conjugate(whole));
      const key = [...powers].map(([name, { power }]) => `${name}^${power}`).join(' ');
      const before = found.get(key)?.numerator;
      found.set(key, { numerator: before === undefined ? term : add(before, term), powers });
    }
  const terms = [...found.values()]
    .map(({ numerator, powers }) => ({ numerator: withReducedSquares(numerator, context), powers }))
    .filter(({ numerator }) => !isZero(numerator))
    .map((term) => reduced(term));
  return { terms: joined(terms), invariants: kinematics };
}

type Powers = SquareTerm['powers'];
/** 1/D of one diagram: numerator over real denominators. */
type Propagation = { readonly numerator: Polynomial; readonly powers: Powers };

function propagationOf(
  { lines }: Tree,
  externals: readonly Particle[],
  kinematics: Invariants,
  { generators }: PolynomialContext,
): Propagation {
  let numerator = ONE;
  const powers = new Map<string, { denominator: Denominator; power: number }>();
  for (const line of lines) {
    const denominator = denominatorOf(line, externals, kinematics);
    const { width, real } = denominator;
    const key = keyOf(denominator);
    powers.set(key, { denominator, power: (powers.get(key)?.power ?? 0) + 1 });
    if (width === undefined) continue;
    // 1/(q^2 - m^2 + i m G) = (q^2 - m^2 - i m G)/|...|^2
    const damping = multiply(kinematics.mass(line.propagator), generators.mass(width.expression));
    numerator = multiply(numerator, add(real, scale(multiply(IMAGINARY_UNIT, damping), -1n)));
  }
  return { numerator, powers };
}

function denominatorOf(line: Line, externals: readonly Particle[], kinematics: Invariants): Denominator {
  const { mandelstam } = kinematics;
  if (mandelstam === undefined) throw new RangeError('a two-body decay has no propagators');
  const { mass, width } = line.propagator;
  const channel = channelOf(
    line,
    externals.map(({ id }) => id),
  );
  const m = isZeroQuantity(mass) ? ZERO : kinematics.mass(line.propagator);
  const real = add(mandelstam[channel], scale(multiply(m, m), -1n));
  const hasWidth = channel === 's' && width !== undefined && !isZeroQuantity(width);
  return { channel, mass, width: hasWidth ? width : undefined, real };
}

const keyOf = ({ channel, mass, width }: Denominator): string =>
  `${channel} ${isZeroQuantity(mass) ? '0' : mass.text.replaceAll(' ', '')} ${width?.text.replaceAll(' ', '') ?? ''}`;

const isSame = (a: Propagation, b: Propagation): boolean =>
  a.powers.size > 0 && [...a.powers.keys()].join() === [...b.powers.keys()].join();

/** |1/D|^2: the denominator without width squared, or the squared modulus once. */
const modulus = ({ powers }: Propagation): Propagation => ({
  numerator: ONE,
  powers: new Map(
    [...powers].map(([key, { denominator, power }]) => [
      key,
      { denominator, power: denominator.width === undefined ? 2 * power : power },
    ]),
  ),
});

function interference(a: Propagation, b: Propagation, { generators }: PolynomialContext): Propagation {
  const powers = new Map(a.powers);
  for (const [key, { denominator, power }] of b.powers)
    powers.set(key, { denominator, power: power + (powers.get(key)?.power ?? 0) });
  return {
    numerator: multiply(a.numerator, generators.conjugate(b.numerator)),
    powers: new Map([...powers].sort(([x], [y]) => (x < y ? -1 : 1))),
  };
}

/** Cancels what a denominator without width divides. */
function reduced({ numerator, powers }: SquareTerm): SquareTerm {
  const left = new Map(powers);
  const { numerator: content, denominator: divisor, monomial, primitive } = primitivePart(numerator);
  let rest = primitive;
  for (const [key, { denominator, power }] of powers) {
    if (denominator.width !== undefined) continue;
    // Linear in s or t with coefficient 1; u is linear in t with -1.
    const sign = denominator.channel === 'u' ? -1n : 1n;
    const form = scale(denominator.real, sign);
    if (form.denominator !== 1n || hasNegativePowers(form)) continue;
    const variable = variableOf(denominator);
    if (variable === undefined) continue;
    let count = power;
    for (; count > 0; count--) {
      const quotient = exactQuotient(rest, form, variable);
      if (quotient === undefined) break;
      rest = scale(quotient, sign);
    }
    if (count === 0) left.delete(key);
    else left.set(key, { denominator, power: count });
  }
  const whole = multiply(polynomial([{ monomial, coefficient: content }], divisor), rest);
  return { numerator: whole, powers: left };
}

const hasNegativePowers = ({ terms }: Polynomial): boolean =>
  [...terms.values()].some(({ monomial }) => monomial.some((power) => power < 0));

/** Generator in which a denominator is linear: s or t, the only one of power 1 that stands alone. */
function variableOf({ real, channel }: Denominator): number | undefined {
  const linear = [...real.terms.values()].filter(
    ({ monomial }) => monomial.reduce((total, power) => total + power, 0) === 1,
  );
  const indices = linear.map(({ monomial }) => monomial.length - 1).sort((a, b) => a - b);
  return channel === 's' ? indices[0] : indices.at(-1);
}

/** Terms that have come to the same denominators added up. */
function joined(terms: readonly SquareTerm[]): SquareTerm[] {
  const found = new Map<string, SquareTerm>();
  for (const { numerator, powers } of terms) {
    const key = [...powers].map(([name, { power }]) => `${name}^${power}`).join(' ');
    const before = found.get(key);
    found.set(
      key,
      before === undefined ? { numerator, powers } : { powers, numerator: add(before.numerator, numerator) },
    );
  }
  return [...found.values()].filter(({ numerator }) => !isZero(numerator));
}
