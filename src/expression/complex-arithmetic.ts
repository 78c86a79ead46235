import { Complex as Library } from 'complex.js';
import type { Complex } from './expression.ts';

/** The value of what has none: 0/0, log(0), an overflow. */
export const UNDEFINED: Complex = { re: Number.NaN, im: Number.NaN };

export const real = (re: number): Complex => ({ re, im: 0 });

export const isDefined = ({ re, im }: Complex): boolean => Number.isFinite(re) && Number.isFinite(im);

// From zero, so that a zero stays positive.
export const negate = (z: Complex): Complex => ({ re: 0 - z.re, im: 0 - z.im });

export const add = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im });

export const subtract = (a: Complex, b: Complex): Complex => ({ re: a.re - b.re, im: a.im - b.im });

export function multiply(a: Complex, b: Complex): Complex {
  if (a.im === 0 && b.im === 0) return real(a.re * b.re);
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };
}

export function divide(a: Complex, b: Complex): Complex {
  if (b.re === 0 && b.im === 0) return UNDEFINED;
  if (a.im === 0 && b.im === 0) return real(a.re / b.re);
  return library(a).div(b.re, b.im);
}

/** Without a negative zero, which would choose the other side of a branch cut. */
export const library = (z: Complex): Library => new Library(z.re + 0, z.im + 0);
