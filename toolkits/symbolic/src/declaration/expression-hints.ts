/** What is wrong with a text that is no arithmetic here, and how to write it. */
export type Mistake = { readonly problem: string; readonly fix: string };

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const SMALL_ALPHA = 0x3b1;
const CAPITAL_ALPHA = 0x391;

/** Signs that look like arithmetic and are none of ASCII, with what they are in it. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '\u00b7': '*',
  '\u00d7': '*',
  '\u2212': '-',
  '\u2013': '-',
  '\u00b2': '**2',
  '\u00b3': '**3',
  '\u221a': 'sqrt(...)',
  '\u2044': '/',
  '\u00f7': '/',
};

/** Energies in GeV. */
const UNITS: Readonly<Record<string, string>> = {
  eV: '1e-9',
  keV: '1e-6',
  MeV: '1e-3',
  GeV: '1',
  TeV: '1e3',
};

/** Habits of other notations: a unit after a number, the imaginary unit as i or j, functions of a Python module, LaTeX,
 * letters that are not ASCII. Undefined when nothing of the kind is seen.
 * @param text of a caller   @param names the names that it may use */
export function commonMistake(text: string, names: ReadonlySet<string>): Mistake | undefined {
  const foreign = Array.from(text).find((letter) => (letter.codePointAt(0) ?? 0) > 0x7e);
  if (foreign !== undefined) return foreignLetter(foreign);
  if (text.includes('\\'))
    return {
      problem: 'LaTeX is not read',
      fix: 'Write plain arithmetic: m/v for a fraction, sqrt(2) for a root.',
    };
  const [, module, member] = /\b(np|numpy|math|cmath|sp|sympy)\.([A-Za-z]\w*)/.exec(text) ?? [];
  if (module !== undefined && member !== undefined)
    return {
      problem: `${module}.${member} is of a Python module, and nothing is executed here`,
      fix: `Write ${member === '1j' ? 'I' : member} without "${module}.", such as sqrt(2).`,
    };
  return otherSpelling(text, names) ?? unitOrImaginary(text, names);
}

/** Functions by the names they have elsewhere. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ln: 'log',
  arcsin: 'asin',
  arccos: 'acos',
  arctan: 'atan',
  conj: 'conjugate',
};
const OTHER_NAME = new RegExp(`\\b(${Object.keys(OTHER_NAMES).join('|')})\\s*\\(`);

function otherSpelling(text: string, names: ReadonlySet<string>): Mistake | undefined {
  if (text.includes('$'))
    return { problem: 'LaTeX is not read', fix: 'Write plain arithmetic, without dollar signs.' };
  const [, before] = /(\w*)\[/.exec(text) ?? [];
  if (before !== undefined)
    return {
      problem: 'square brackets are not read',
      fix: `Write parentheses, and functions in lower case${before === '' ? '' : `: ${before.toLowerCase()}(...)`}.`,
    };
  const [, other] = OTHER_NAME.exec(text) ?? [];
  const here = other === undefined || names.has(other) ? undefined : OTHER_NAMES[other];
  return here === undefined
    ? undefined
    : { problem: `there is no function ${other ?? ''}`, fix: `Write ${here}(...) instead.` };
}

const UNIT = /(?<![\w.])(\d[\d.]*(?:[eE][-+]?\d+)?)?\s*\*?\s*\b([kMGT]?eV)\b/;
const IMAGINARY = /(?<!\w)(?:\d+(?:\.\d*)?)?([ij])\b/;

function unitOrImaginary(text: string, names: ReadonlySet<string>): Mistake | undefined {
  const [, number, unit] = UNIT.exec(text.replaceAll(/(\d)([kMGT]?eV)/g, '$1 $2')) ?? [];
  if (unit !== undefined && !names.has(unit))
    return { problem: `the unit ${unit} is not part of a value`, fix: inGeV(number, unit) };
  const [, imaginary] = IMAGINARY.exec(text) ?? [];
  if (imaginary === undefined || names.has(imaginary)) return undefined;
  return {
    problem: `${imaginary} is not the imaginary unit`,
    fix: 'The imaginary unit is I: write I*y. (A parameter of that name would be a real number.)',
  };
}

function inGeV(number: string | undefined, unit: string): string {
  if (number === undefined) return 'All energies are in GeV: leave the unit out.';
  const value = unit === 'GeV' ? number : `${number}*${UNITS[unit] ?? '1'}`;
  return `All energies are in GeV: write ${JSON.stringify(value)}.`;
}

function foreignLetter(letter: string): Mistake {
  const code = letter.codePointAt(0) ?? 0;
  const shown = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const greek = GREEK[code - SMALL_ALPHA] ?? capitalised(GREEK[code - CAPITAL_ALPHA]);
  const sign = LOOKALIKES[letter];
  if (greek !== undefined)
    return {
      problem: `the Greek letter ${greek} (${shown}) is not read`,
      fix: `Spell names in Latin letters, such as ${greek === 'lambda' ? 'lam' : greek === 'pi' ? 'pi (the constant)' : greek}.`,
    };
  return {
    problem: `the character ${shown} is not read`,
    fix: sign === undefined ? 'Use ASCII letters, digits and + - * / ** ( ).' : `Write ${sign} instead.`,
  };
}

const capitalised = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
