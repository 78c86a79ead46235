import type { Expression } from 'toolbase/toolkit';
import { integer } from './build-expression.ts';
import type { Generators } from './generators.ts';
import { add, IMAGINARY_UNIT, isZero, multiply, type Polynomial, scale } from './polynomial.ts';
import { leadingSign, plainSum } from './polynomial-expression.ts';

/** exp(I*x) with real x as cos(x) + I*sin(x), so that its modulus is seen to be 1; undefined for other exponents. */
export function phaseFactor(exponent: Polynomial, generators: Generators): Polynomial | undefined {
  const angle = multiply(exponent, scale(IMAGINARY_UNIT, -1n));
  if (isZero(angle) || !isReal(angle, generators)) return undefined;
  // The same functions for x and -x.
  const sign = leadingSign(angle);
  const argument = angleExpression(scale(angle, sign), generators);
  const cosine = generators.real({ kind: 'call', callee: 'cos', argument });
  const sine = generators.real({ kind: 'call', callee: 'sin', argument });
  return add(cosine, scale(multiply(IMAGINARY_UNIT, sine), sign));
}

const isReal = (p: Polynomial, generators: Generators): boolean =>
  [...p.terms.values()].every(({ monomial }) =>
    monomial.every((power, index) => power === 0 || (index > 0 && generators.at(index).conjugate === index)),
  );

function angleExpression(angle: Polynomial, generators: Generators): Expression {
  const value = plainSum(angle, generators);
  if (angle.denominator === 1n) return value;
  return {
    kind: 'product',
    factors: [
      { sign: '*', value },
      { sign: '/', value: integer(angle.denominator) },
    ],
  };
}
