import type { Polynomial } from '../algebra/polynomial.ts';
import type { ScalarProducts, Slot } from '../algebra/tensor.ts';

/** What a program outside may see of a process: symbols x1, x2, ..., momenta p1, ..., indices m1, .... No text of a
 * caller is among them, since such programs execute commands. */
export class ProgramNames {
  readonly #products: ScalarProducts;
  readonly #imaginaryUnit: string;
  readonly #vectors = new Map<Slot, string>();
  readonly #indices = new Map<Slot, string>();
  readonly #symbols = new Set<number>();

  constructor(products: ScalarProducts, imaginaryUnit: string) {
    this.#products = products;
    this.#imaginaryUnit = imaginaryUnit;
  }

  vectors = (): string[] => [...this.#vectors.values()];
  indices = (): string[] => [...this.#indices.values()];
  symbols = (): string[] => [...this.#symbols].sort((a, b) => a - b).map((index) => `x${index}`);

  isMomentum = (slot: Slot): boolean => this.#products.isMomentum(slot);

  slot(slot: Slot): string {
    const isMomentum = this.isMomentum(slot);
    const known = isMomentum ? this.#vectors : this.#indices;
    const name = known.get(slot) ?? `${isMomentum ? 'p' : 'm'}${known.size + 1}`;
    known.set(slot, name);
    return name;
  }

  polynomial({ terms, denominator }: Polynomial): string {
    if (terms.size === 0) return '(0)';
    const written = [...terms.values()].map(({ monomial, coefficient }) => {
      const powers = monomial.flatMap((power, index) => {
        if (power === 0) return [];
        if (index === 0) return [this.#imaginaryUnit];
        this.#symbols.add(index);
        return [`x${index}^${power < 0 ? `(${power})` : power}`];
      });
      return [`(${coefficient})/${denominator}`, ...powers].join('*');
    });
    return `(${written.join('+')})`;
  }

  /** Scalar products of the momenta in use. */
  products(): readonly { readonly left: string; readonly right: string; readonly value: string }[] {
    const all = [...this.#vectors];
    return all.flatMap(([slot, left], index) =>
      all.slice(index).map(([other, right]) => ({
        left,
        right,
        value: this.polynomial(this.#products.product(slot, other)),
      })),
    );
  }
}

/** A sum in parentheses, 0 for none. */
export const bracket = (terms: readonly string[]): string =>
  `(${terms.length === 0 ? '0' : terms.join('\n    +')})`;
