import { type Complex, type Rational, rational } from 'toolbase/toolkit';
import { fault, quoted } from './fault.ts';
import type { ParameterInput } from './input.ts';

/** The names of a declaration. All are real; those without a value stay symbols. */
export type Parameters = {
  readonly names: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Complex>;
  /** The same values as the decimals that were written. */
  readonly exact: ReadonlyMap<string, Rational>;
};

/** Words that every expression knows. */
export const RESERVED: ReadonlySet<string> = new Set(
  'I pi Rational sqrt log exp sin cos tan asin acos atan sinh cosh tanh Abs abs re im conjugate'.split(' '),
);

// SymPy reads a formula as Python, where these are no names.
const PYTHON_WORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Beyond these the powers in a width leave the range of double precision. */
const LARGEST = 1e40;
const SMALLEST = 1e-60;

/** @throws ToolbaseError BAD_ARGUMENTS */
export function readParameters(list: readonly ParameterInput[]): Parameters {
  const names = new Set<string>();
  const values = new Map<string, Complex>();
  const exact = new Map<string, Rational>();
  for (const [index, { name, value }] of list.entries()) {
    const field = `parameters/${index}`;
    checkName(`${field}/name`, name);
    if (names.has(name))
      throw fault(`${field}/name`, `${quoted(name)} is declared twice`, 'Keep one entry for each name.');
    names.add(name);
    if (value === undefined) continue;
    checkMagnitude(`${field}/value`, value);
    values.set(name, { re: value, im: 0 });
    exact.set(name, rational(value));
  }
  return { names, values, exact };
}

function checkName(field: string, name: string): void {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name))
    throw fault(
      field,
      `${quoted(name)} is not a name`,
      'Start with a letter, then letters, digits or _, such as mS or g_L.',
    );
  if (RESERVED.has(name))
    throw fault(
      field,
      `${name} is ${name === 'I' ? 'the imaginary unit' : 'a constant or a function'} in every expression`,
      `Rename the parameter, for example ${name}0.`,
    );
  checkReadable(field, name);
}

/** @throws ToolbaseError BAD_ARGUMENTS for a word that SymPy does not take as a name */
export function checkReadable(field: string, name: string): void {
  if (!PYTHON_WORDS.has(name)) return;
  throw fault(field, `SymPy cannot read ${name} as a symbol`, `Rename the parameter, for example ${name}0.`);
}

/** @throws ToolbaseError BAD_ARGUMENTS when a number is not finite or out of range */
export function checkMagnitude(field: string, value: number): void {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || size > LARGEST || (size !== 0 && size < SMALLEST))
    throw fault(
      field,
      `${value} is not a finite number in range`,
      `Give 0 or a number between ${SMALLEST} and ${LARGEST} in magnitude, in GeV where it has a unit.`,
    );
}
