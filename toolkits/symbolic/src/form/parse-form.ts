import { ToolbaseError } from 'toolbase/toolkit';
import {
  constant,
  generatorPower,
  IMAGINARY_UNIT,
  multiply,
  type Polynomial,
  sum,
} from '../algebra/polynomial.ts';

/** Reads what FORM prints of an expanded expression in x1, x2, ... and i_.
 * @throws ToolbaseError CHECK_FAILED for anything else */
export function parseForm(output: string): Polynomial {
  const text = output.replaceAll(/[\s\\]/g, '');
  if (text === '0') return constant(0n);
  const terms = text.match(/[+-]?(?:[^-+^]|\^-?)+/g) ?? [];
  if (terms.join('') !== text) throw unreadable(text);
  return sum(terms.map(parseTerm));
}

function parseTerm(text: string): Polynomial {
  const negative = text.startsWith('-');
  const factors = text.replace(/^[+-]/, '').split('*');
  return factors.map(parseFactor).reduce(multiply, constant(negative ? -1n : 1n));
}

function parseFactor(text: string): Polynomial {
  const [, numerator, denominator] = /^(\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  if (numerator !== undefined) return constant(BigInt(numerator), BigInt(denominator ?? '1'));
  if (text === 'i_') return IMAGINARY_UNIT;
  const [, index, power] = /^x(\d+)(?:\^(-?\d+))?$/.exec(text) ?? [];
  if (index === undefined) throw unreadable(text);
  return generatorPower(Number(index), Number(power ?? '1'));
}

const unreadable = (text: string): ToolbaseError =>
  new ToolbaseError('CHECK_FAILED', `FORM printed something that is no polynomial: ${text.slice(0, 80)}`, {
    hint: 'Check the installed version of FORM (4.3 or newer), or set engine to embedded.',
  });
