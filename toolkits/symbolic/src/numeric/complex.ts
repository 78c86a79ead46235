import type { Complex } from 'toolbase/toolkit';

export type { Complex };

export const ZERO: Complex = { re: 0, im: 0 };

export const real = (re: number): Complex => ({ re, im: 0 });

export const add = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im });

export const times = (a: Complex, b: Complex): Complex => ({
  re: a.re * b.re - a.im * b.im,
  im: a.re * b.im + a.im * b.re,
});

export const scaled = (a: Complex, by: number): Complex => ({ re: a.re * by, im: a.im * by });

export const conjugate = (a: Complex): Complex => ({ re: a.re, im: -a.im });

export const squaredModulus = (a: Complex): number => a.re * a.re + a.im * a.im;
