/** A complex number. */
export type Amplitude = { readonly re: number; readonly im: number };

/** Below it the power series is used: the closed form cancels like 1/tau^2. */
const SERIES_BELOW = 0.25;

/** Amplitude of scalar -> photon photon through a loop of a charged fermion,
 * `A = 2 [tau + (tau - 1) f(tau)] / tau^2` with `tau = m^2/(4 m_f^2)`, `f = asin(sqrt tau)^2` up to 1 and
 * `-(2 acosh(sqrt tau) - i pi)^2 / 4` above; 4/3 at tau = 0.
 * @param mass of the scalar, > 0   @param fermionMass in the same unit, > 0 */
export function loopAmplitude(mass: number, fermionMass: number): Amplitude {
  const tau = (mass / (2 * fermionMass)) ** 2;
  if (tau <= SERIES_BELOW) return { re: smallTau(tau), im: 0 };
  // The distance to threshold from the masses: tau - 1 of a rounded tau has lost digits there.
  const above = ((mass - 2 * fermionMass) * (mass + 2 * fermionMass)) / (4 * fermionMass ** 2);
  if (above <= 0) {
    const angle = Math.atan2(Math.sqrt(tau), Math.sqrt(-above));
    return { re: (2 * (tau + above * angle ** 2)) / tau ** 2, im: 0 };
  }
  const log = 2 * Math.asinh(Math.sqrt(above));
  const re = (Math.PI ** 2 - log ** 2) / 4;
  const im = (Math.PI * log) / 2;
  return { re: (2 * (tau + above * re)) / tau ** 2, im: (2 * above * im) / tau ** 2 };
}

/** The series of A: `asin(x)^2 = sum a_n x^(2n)` with `a_1 = 1`, `a_n = a_(n-1) 2 (n-1)^2 / (n (2n - 1))`. */
function smallTau(tau: number): number {
  let sum = 0;
  let coefficient = 1;
  let power = 2;
  for (let n = 2; n <= 60; n += 1) {
    const next = (coefficient * 2 * (n - 1) ** 2) / (n * (2 * n - 1));
    const term = power * (coefficient - next);
    sum += term;
    if (term <= 1e-18 * sum) break;
    coefficient = next;
    power *= tau;
  }
  return sum;
}
