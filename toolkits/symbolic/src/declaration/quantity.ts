import {
  type Complex,
  type Expression,
  exactValue,
  freeNames,
  nearMatches,
  parseExpression,
  ToolbaseError,
} from 'toolbase/toolkit';
import type { Exact } from '../arithmetic/exact.ts';
import { type ExactComplex, preciseValue, rounded } from '../arithmetic/precise-value.ts';
import { commonMistake } from './expression-hints.ts';
import { fault, quoted } from './fault.ts';
import { checkMagnitude, checkReadable, type Parameters, RESERVED } from './parameters.ts';

/** A mass or a coupling: arithmetic over the parameters, with its value when every name in it has one. */
export type Quantity = {
  /** Where it stands in the input, for messages. */
  readonly field: string;
  readonly text: string;
  readonly expression: Expression;
  readonly value: Complex | undefined;
  /** Real part of the value before rounding. */
  readonly exact: Exact | undefined;
  /** No root or function was rounded on the way to the value. */
  readonly isRational: boolean;
};

/** @throws ToolbaseError BAD_EXPRESSION or BAD_ARGUMENTS naming the field */
export function readQuantity(field: string, text: string, parameters: Parameters): Quantity {
  const expression = parsed(field, text, parameters);
  const known = [...freeNames(expression)].every((name) => parameters.values.has(name));
  const exact = known ? valued(field, text, expression, parameters) : undefined;
  const value = exact === undefined ? undefined : rounded(exact);
  if (value !== undefined) {
    checkMagnitude(field, value.re);
    checkMagnitude(field, value.im);
  }
  const isRational = known && exactValue(expression, parameters.exact) !== undefined;
  return { field, text, expression, value, exact: exact?.re, isRational };
}

function valued(field: string, text: string, expression: Expression, { exact }: Parameters): ExactComplex {
  try {
    return preciseValue(expression, exact);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw fault(
      field,
      `${quoted(text)} has no finite value: ${error.message}`,
      'Check it for a division by zero.',
    );
  }
}

function parsed(field: string, text: string, { names }: Parameters): Expression {
  const mistake = commonMistake(text, names);
  if (mistake !== undefined) throw fault(field, `${quoted(text)}: ${mistake.problem}`, mistake.fix);
  const unknown = [...text.matchAll(/\b[A-Za-z_]\w*(?!\w*\s*\()/g)]
    .map(([word]) => word)
    .find((word) => !names.has(word) && !RESERVED.has(word) && word !== 'E');
  if (unknown !== undefined) {
    checkReadable(field, unknown);
    const near = nearMatches(unknown, names);
    throw fault(
      field,
      `${quoted(unknown)} is not among the parameters`,
      `${near.length > 0 ? `Did you mean ${near.join(' or ')}? Else add` : 'Add'} {"name": ${quoted(unknown)}, "value": ...} to parameters; without "value" it stays a symbol.`,
    );
  }
  try {
    return parseExpression(text, { names, maxLength: 200 });
  } catch (error) {
    if (!(error instanceof ToolbaseError)) throw error;
    throw new ToolbaseError(error.code, `${field}: ${error.message}`, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
}

/** A mass: real and not negative. @throws ToolbaseError as readQuantity, and BAD_ARGUMENTS */
export function readMass(field: string, text: string, parameters: Parameters): Quantity {
  const mass = readQuantity(field, text, parameters);
  const { value } = mass;
  if (value === undefined) return mass;
  if (value.im !== 0)
    throw fault(field, `the mass ${text} is complex`, 'Give a real mass; a width is not part of it.');
  if (value.re < 0)
    throw fault(field, `the mass ${text} is negative (${value.re} GeV)`, 'Give a mass of 0 GeV or more.');
  return mass;
}

/** A total width: real and not negative. @throws ToolbaseError as readQuantity, and BAD_ARGUMENTS */
export function readWidth(field: string, text: string, parameters: Parameters): Quantity {
  const width = readQuantity(field, text, parameters);
  const { value } = width;
  if (value !== undefined && (value.im !== 0 || value.re < 0))
    throw fault(field, `the width ${text} is not a real number of 0 or more`, 'Give it in GeV.');
  return width;
}

/** True when a mass is known to be 0. */
export const isZero = ({ value }: Quantity): boolean =>
  value !== undefined && value.re === 0 && value.im === 0;
