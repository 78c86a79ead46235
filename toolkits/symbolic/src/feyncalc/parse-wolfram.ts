import { type Expression, exactValue, parseExpression, ToolbaseError } from 'toolbase/toolkit';
import {
  add,
  constant,
  generatorPower,
  IMAGINARY_UNIT,
  inverse,
  multiply,
  type Polynomial,
  power,
  scale,
  ZERO,
} from '../algebra/polynomial.ts';

const MAX_LENGTH = 20_000_000;
const MAX_POWER = 64;
const NO_NAMES = new Map<string, never>();

/** Reads an expanded expression in x1, x2, ... and I as the Wolfram language writes it in InputForm.
 * @throws ToolbaseError CHECK_FAILED for anything else */
export function parseWolfram(output: string): Polynomial {
  const names = new Set(output.match(/\bx\d+\b/g) ?? []);
  try {
    return polynomialOf(
      parseExpression(output.replaceAll(/[\s\\]+/g, ' ').trim(), { names, maxLength: MAX_LENGTH }),
    );
  } catch (error) {
    throw new ToolbaseError(
      'CHECK_FAILED',
      `FeynCalc wrote something that is no polynomial: ${output.slice(0, 80)}`,
      {
        hint: 'Check the installed version of FeynCalc (9.3 or newer), or set engine to embedded.',
        cause: error,
      },
    );
  }
}

function polynomialOf(expression: Expression): Polynomial {
  switch (expression.kind) {
    case 'number':
      return constant(BigInt(expression.text));
    case 'name':
      return generatorPower(Number(expression.name.slice(1)), 1);
    case 'negate':
      return scale(polynomialOf(expression.operand), -1n);
    case 'sum':
      return expression.terms.reduce((total, { sign, value }) => {
        const term = polynomialOf(value);
        return add(total, sign === '+' ? term : scale(term, -1n));
      }, ZERO);
    case 'product':
      return expression.factors
        .map(({ sign, value }) => (sign === '*' ? polynomialOf(value) : inverted(polynomialOf(value))))
        .reduce(multiply);
    case 'power':
      return raised(expression);
    case 'constant':
      if (expression.name === 'I') return IMAGINARY_UNIT;
      throw new RangeError(`no constant ${expression.name}`);
    case 'rational':
    case 'call':
      throw new RangeError('no function');
  }
}

function raised({ base, exponent }: Expression & { kind: 'power' }): Polynomial {
  const count = exactValue(exponent, NO_NAMES)?.valueOf();
  if (count === undefined || !Number.isInteger(count) || Math.abs(count) > MAX_POWER)
    throw new RangeError('no integer power');
  const low = polynomialOf(base);
  return count < 0 ? power(inverted(low), -count) : power(low, count);
}

function inverted(p: Polynomial): Polynomial {
  const found = inverse(p);
  if (found === undefined) throw new RangeError('a sum in a denominator');
  return found;
}
