/** Probability of a decay between two distances, `exp(-in/length) - exp(-out/length)`, with all its digits also where
 * the two exponentials are almost equal. @param lengthM mean decay length, > 0 */
export const decayProbability = (inM: number, outM: number, lengthM: number): number =>
  Math.exp(-inM / lengthM) * -Math.expm1(-(outM - inM) / lengthM);
