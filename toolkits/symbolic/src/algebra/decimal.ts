import type { Piece } from './build-expression.ts';

/** An exact decimal: digits * 10**exponent. */
type Decimal = { readonly digits: bigint; readonly exponent: number };

/** As many digits as a reader, and a double, can use: longer products stay powers of what the caller wrote. */
const MAX_DIGITS = 17;
/** Exponents that are written out as zeros. */
const SMALLEST_PLAIN = -4;
const LARGEST_PLAIN = 6;
/** Far inside the range of doubles. */
const MAX_EXPONENT = 200;

/** Powers of decimals with an exponent multiplied out: the square of 1e-3 is written 1e-6, since 1e-3**2 is misread.
 * Plain decimals stay as the caller wrote them. */
export function foldedDecimals(pieces: readonly Piece[]): readonly Piece[] {
  const decimals = pieces.filter(isDecimalPower);
  if (decimals.length === 0) return pieces;
  const others = pieces.filter((piece) => !isDecimalPower(piece));
  return [...folded(decimals, 1), ...folded(decimals, -1), ...others];
}

const isDecimalPower = ({ base, halves }: Piece): boolean =>
  base.kind === 'number' && /e/i.test(base.text) && halves % 2 === 0;

/** The product of those above (1) or below (-1) the line. */
function folded(decimals: readonly Piece[], side: 1 | -1): readonly Piece[] {
  const own = decimals.filter(({ halves }) => side * halves > 0);
  let total: Decimal = { digits: 1n, exponent: 0 };
  for (const { base, halves } of own) {
    if (base.kind !== 'number') continue;
    const factor = decimal(base.text);
    for (let count = Math.abs(halves) / 2; count > 0; count--) {
      total = shortest({
        digits: total.digits * factor.digits,
        exponent: total.exponent + factor.exponent,
      });
      if (`${total.digits}`.length > MAX_DIGITS || Math.abs(total.exponent) > MAX_EXPONENT) return own;
    }
  }
  const isOne = total.digits === 1n && total.exponent === 0;
  return isOne ? [] : [{ base: { kind: 'number', text: textOf(total) }, halves: 2 * side }];
}

function decimal(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return shortest({ digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length });
}

function shortest({ digits, exponent }: Decimal): Decimal {
  if (digits === 0n) return { digits, exponent: 0 };
  const zeros = /0*$/.exec(`${digits}`)?.[0].length ?? 0;
  return { digits: digits / 10n ** BigInt(zeros), exponent: exponent + zeros };
}

function textOf({ digits, exponent }: Decimal): string {
  const text = `${digits}`;
  const power = text.length - 1 + exponent;
  if (power < SMALLEST_PLAIN || power > LARGEST_PLAIN)
    return `${text.slice(0, 1)}${text.length > 1 ? `.${text.slice(1)}` : ''}e${power}`;
  if (exponent >= 0) return `${text}${'0'.repeat(exponent)}`;
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${text}`;
  return `${text.slice(0, power + 1)}.${text.slice(power + 1)}`;
}
