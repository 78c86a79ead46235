import { add, type Complex, scaled, times, ZERO } from './complex.ts';
import type { Spinor } from './spinors.ts';

/** gamma^mu psi in the Dirac representation. */
export function gammaOn(mu: 0 | 1 | 2 | 3, [a, b, c, d]: Spinor): Spinor {
  const i = (z: Complex, sign: 1 | -1): Complex => ({ re: -sign * z.im, im: sign * z.re });
  const minus = (z: Complex): Complex => scaled(z, -1);
  switch (mu) {
    case 0:
      return [a, b, minus(c), minus(d)];
    case 1:
      return [d, c, minus(b), minus(a)];
    case 2:
      return [i(d, -1), i(c, 1), i(b, 1), i(a, -1)];
    case 3:
      return [c, minus(d), minus(a), b];
  }
}

export const gamma5On = ([a, b, c, d]: Spinor): Spinor => [c, d, a, b];

/** even psi + odd gamma5 psi. */
export function chiralOn(even: Complex, odd: Complex, psi: Spinor): Spinor {
  const turned = gamma5On(psi);
  const at = (index: 0 | 1 | 2 | 3): Complex => add(times(even, psi[index]), times(odd, turned[index]));
  return [at(0), at(1), at(2), at(3)];
}

/** Row times column. */
export const contract = (row: Spinor, column: Spinor): Complex =>
  row.reduce<Complex>((sum, z, index) => add(sum, times(z, column[index] ?? ZERO)), ZERO);
