import type { Complex } from 'toolbase/toolkit';

/** Real numbers of some precision. */
export type Real<R> = {
  readonly zero: R;
  readonly isZero: (a: R) => boolean;
  readonly plus: (a: R, b: R) => R;
  readonly negative: (a: R) => R;
  readonly times: (a: R, b: R) => R;
  /** @throws RangeError for 0 */
  readonly reciprocal: (a: R) => R;
  /** @param value finite */
  readonly fromDouble: (value: number) => R;
  readonly toDouble: (a: R) => number;
};

export type ComplexOf<R> = { readonly re: R; readonly im: R };

/** Complex numbers over real ones. */
export function complexOver<R>({ zero, isZero, plus, negative, times, reciprocal, ...doubles }: Real<R>) {
  type C = ComplexOf<R>;
  const real = (re: R): C => ({ re, im: zero });
  const multiplied = (a: C, b: C): C => ({
    re: plus(times(a.re, b.re), negative(times(a.im, b.im))),
    im: plus(times(a.re, b.im), times(a.im, b.re)),
  });
  const rounded = ({ re, im }: C): Complex => ({ re: doubles.toDouble(re), im: doubles.toDouble(im) });
  const fromComplex = ({ re, im }: Complex): C => {
    if (!Number.isFinite(re) || !Number.isFinite(im)) throw new RangeError('no finite value');
    return { re: doubles.fromDouble(re), im: doubles.fromDouble(im) };
  };
  return {
    real,
    multiplied,
    rounded,
    fromComplex,
    negated: ({ re, im }: C): C => ({ re: negative(re), im: negative(im) }),
    conjugate: ({ re, im }: C): C => ({ re, im: negative(im) }),
    added: (a: C, b: C): C => ({ re: plus(a.re, b.re), im: plus(a.im, b.im) }),
    inverse: ({ re, im }: C): C => {
      if (isZero(im)) return real(reciprocal(re));
      const over = reciprocal(plus(times(re, re), times(im, im)));
      return { re: times(re, over), im: negative(times(im, over)) };
    },
  };
}
