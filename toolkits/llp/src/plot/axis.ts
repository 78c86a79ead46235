import type { Span } from './figure.ts';

export type Tick = { readonly at: number; readonly label: readonly Span[] | undefined };

/** A logarithmic axis from `low` to `high`, drawn between two places. */
export type Axis = {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly Tick[];
  readonly place: (value: number) => number;
};

/** @param from where `low` is drawn, px   @param to where `high` is   @param style of the labels: powers of ten, or decimals
 * where there is room for 1, 2 and 5 */
export function logAxis(
  low: number,
  high: number,
  from: number,
  to: number,
  style: 'powers' | 'decimals',
): Axis {
  const [start, span] = [Math.log10(low), Math.log10(high / low)];
  const place = (value: number): number => from + ((to - from) * (Math.log10(value) - start)) / span;
  return { low, high, place, ticks: style === 'powers' ? powers(low, high) : decimals(low, high) };
}

/** At most so many labels. */
const MOST_LABELS = 9;

function powers(low: number, high: number): Tick[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.ceil((last - first + 1) / MOST_LABELS);
  const ticks: Tick[] = [];
  for (let power = first - 1; power <= last; power += 1) {
    const value = 10 ** power;
    const named = power >= first && (power - first) % step === 0;
    if (power >= first) ticks.push({ at: value, label: named ? powerOfTen(power) : undefined });
    if (step === 1) for (let n = 2; n < 10; n += 1) ticks.push({ at: n * value, label: undefined });
  }
  return ticks.filter(({ at }) => at >= low * (1 - 1e-9) && at <= high * (1 + 1e-9));
}

/** A range below this ratio has too few of 1, 2 and 5 times a power of ten. */
const NARROW = 4;

function decimals(low: number, high: number): Tick[] {
  if (high / low < NARROW) return equalSteps(low, high);
  const ticks: Tick[] = [];
  const dense = high / low < 300;
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1)
    for (let n = 1; n < 10; n += 1) {
      const at = n * 10 ** power;
      if (at < low * (1 - 1e-9) || at > high * (1 + 1e-9)) continue;
      const named = n === 1 || (dense && (n === 2 || n === 5));
      ticks.push({ at, label: named ? [{ text: String(Number(at.toPrecision(3))) }] : undefined });
    }
  return ticks;
}

/** Four to eleven labels at equal steps of 1, 2 or 5 times a power of ten. */
function equalSteps(low: number, high: number): Tick[] {
  const wanted = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([5, 2].find((n) => n * power <= wanted) ?? 1);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_none, i) => {
    const at = Number(((first + i) * step).toPrecision(12));
    return { at, label: [{ text: String(at) }] };
  });
}

const MINUS = '\u2212';

export const powerOfTen = (power: number): Span[] => [
  { text: '10' },
  { text: power < 0 ? `${MINUS}${-power}` : String(power), raised: 1 },
];

/** 2.7e18 as 2.7 x 10^18. */
export function scientific(value: number): Span[] {
  if (value >= 1e-3 && value < 1e5) return [{ text: String(Number(value.toPrecision(4))) }];
  const [mantissa = '', exponent = ''] = value.toExponential(2).split('e');
  return [{ text: `${Number(mantissa)} \u00d7 ` }, ...powerOfTen(Number(exponent))];
}
