import type { Complex as Library } from 'complex.js';
import { library, multiply, negate, real, subtract, UNDEFINED } from './complex-arithmetic.ts';
import type { Complex, FunctionName } from './expression.ts';

/** Principal value; on a cut the value that continues from the side SymPy takes (positive imaginary part for the
 * negative axis of sqrt and log). */
export function callFunction(name: FunctionName, z: Complex): Complex {
  if (z.im === 0 && inRealDomain(name, z.re)) return real(REAL[name](z.re));
  return COMPLEX[name](z);
}

const ofLibrary = (f: (z: Library) => Library) => (z: Complex) => {
  const { re, im } = f(library(z));
  return { re, im };
};

const REAL: Readonly<Record<FunctionName, (x: number) => number>> = {
  sqrt: Math.sqrt,
  log: Math.log,
  exp: Math.exp,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  Abs: Math.abs,
  re: (x) => x,
  im: () => 0,
  conjugate: (x) => x,
};

function inRealDomain(name: FunctionName, x: number): boolean {
  if (name === 'sqrt') return x >= 0;
  if (name === 'log') return x > 0;
  if (name === 'asin' || name === 'acos') return Math.abs(x) <= 1;
  return true;
}

const COMPLEX: Readonly<Record<FunctionName, (z: Complex) => Complex>> = {
  sqrt: ofLibrary((z) => z.sqrt()),
  log: (z) => (z.re === 0 && z.im === 0 ? UNDEFINED : ofLibrary((w) => w.log())(z)),
  exp: ofLibrary((z) => z.exp()),
  sin: ofLibrary((z) => z.sin()),
  cos: ofLibrary((z) => z.cos()),
  tan: (z) => {
    const turned = complexTanh({ re: -z.im, im: z.re });
    return { re: turned.im, im: -turned.re };
  },
  asin: complexAsin,
  acos: complexAcos,
  atan: complexAtan,
  sinh: ofLibrary((z) => z.sinh()),
  cosh: ofLibrary((z) => z.cosh()),
  tanh: complexTanh,
  Abs: (z) => real(Math.hypot(z.re, z.im)),
  re: (z) => real(z.re),
  im: (z) => real(z.im),
  conjugate: (z) => ({ re: z.re, im: -z.im }),
};

// Odd on the lower cut too, where the library is not.
function complexAtan(z: Complex): Complex {
  if (z.re === 0 && z.im < 0) return negate(complexAtan(negate(z)));
  return ofLibrary((w) => w.atan())(z);
}

// Beyond this the quotient of exponentials overflows while tanh is 1 to the last digit.
const TANH_FLAT = 20;

function complexTanh(z: Complex): Complex {
  if (Math.abs(z.re) > TANH_FLAT)
    return { re: Math.sign(z.re), im: 2 * Math.sin(2 * z.im) * Math.exp(-2 * Math.abs(z.re)) };
  return ofLibrary((w) => w.tanh())(z);
}

/** sqrt(1 - z) and sqrt(1 + z), from which Kahan's formulas keep all digits of the inverse sine and cosine.
 * @see Kahan 1987, Branch cuts for complex elementary functions */
function roots(z: Complex): { below: Complex; above: Complex } {
  const one = real(1);
  const root = ofLibrary((w) => w.sqrt());
  return { below: root(subtract(one, z)), above: root({ re: 1 + z.re, im: z.im }) };
}

const conjugateTimes = (a: Complex, b: Complex): number => a.re * b.im - a.im * b.re;

function complexAsin(z: Complex): Complex {
  const { below, above } = roots(z);
  return {
    re: Math.atan2(z.re, multiply(below, above).re),
    im: Math.asinh(conjugateTimes(below, above)),
  };
}

function complexAcos(z: Complex): Complex {
  const { below, above } = roots(z);
  return { re: 2 * Math.atan2(below.re, above.re), im: Math.asinh(conjugateTimes(above, below)) };
}
