import type { Polynomial } from '../algebra/polynomial.ts';
import type { PairPart } from '../algebra/pair-product.ts';
import type { ScalarProducts, Slot, TensorTerm } from '../algebra/tensor.ts';

/** A FORM program that prints one expression for each pair of diagrams, and nothing of the caller's: names are x1, x2,
 * ..., momenta p1, ..., indices m1, .... FORM executes commands (#system), so no text of a caller may reach it. */
export function formProgram(pairs: readonly (readonly PairPart[])[], products: ScalarProducts): string {
  const writer = new Writer(products);
  const locals = pairs.map((parts, index) => {
    const text = parts.map((part) => writer.part(part)).join('\n  +');
    return `Local M${index + 1} =\n  +${text === '' ? '0' : text};`;
  });
  const substitutions = writer.substitutions();
  const lines = Math.max(1, ...pairs.flatMap((parts) => parts.map(({ traces }) => traces.length)));
  return [
    '#-',
    'Off statistics;',
    `Symbols ${['x0', ...writer.symbols()].join(', ')};`,
    `Vectors ${['w1', 'w2', 'w3', 'w4', ...writer.vectors()].join(', ')};`,
    ...(writer.indices().length > 0 ? [`Indices ${writer.indices().join(', ')};`] : []),
    ...locals,
    ...Array.from({ length: lines }, (_, line) => `trace4, ${line + 1};`),
    'contract;',
    '.sort',
    'contract;',
    '.sort',
    'contract;',
    // At most three momenta are independent.
    'id e_(w1?,w2?,w3?,w4?) = 0;',
    ...substitutions,
    '.sort',
    'Format 255;',
    ...pairs.map((_, index) => `#write <M${index + 1}> "%E" M${index + 1}`),
    '.end',
    '',
  ].join('\n');
}

class Writer {
  readonly #products: ScalarProducts;
  readonly #vectors = new Map<Slot, string>();
  readonly #indices = new Map<Slot, string>();
  readonly #symbols = new Set<number>();

  constructor(products: ScalarProducts) {
    this.#products = products;
  }

  vectors = (): string[] => [...this.#vectors.values()];
  indices = (): string[] => [...this.#indices.values()];
  symbols = (): string[] => [...this.#symbols].sort((a, b) => a - b).map((index) => `x${index}`);

  part({ coefficient, traces, factors }: PairPart): string {
    const loops = traces.map((trace, line) =>
      bracket(
        trace.map(({ coefficient: own, slots, five }) => {
          const gammas =
            slots.length === 0 ? '' : `*g_(${line + 1},${slots.map((slot) => this.#slot(slot)).join(',')})`;
          return `${this.#polynomial(own)}*gi_(${line + 1})${gammas}${five ? `*g5_(${line + 1})` : ''}`;
        }),
      ),
    );
    const tensors = factors.map((terms) => bracket(terms.map((term) => this.#tensor(term))));
    return [this.#polynomial(coefficient), ...loops, ...tensors].join('\n  *');
  }

  /** Scalar products of the momenta in use. */
  substitutions(): string[] {
    const all = [...this.#vectors];
    return all.flatMap(([slot, name], index) =>
      all
        .slice(index)
        .map(
          ([other, otherName]) =>
            `id ${name}.${otherName} = ${this.#polynomial(this.#products.product(slot, other))};`,
        ),
    );
  }

  #tensor({ coefficient, pairs, epsilons }: TensorTerm): string {
    const metrics = pairs.map(([a, b]) => {
      const [left, right] = [this.#slot(a), this.#slot(b)];
      if (this.#products.isMomentum(a))
        return this.#products.isMomentum(b) ? `${left}.${right}` : `${left}(${right})`;
      return this.#products.isMomentum(b) ? `${right}(${left})` : `d_(${left},${right})`;
    });
    // FORM's trace of g5 is 4 e_ where ours is -4 i epsilon.
    const tensors = epsilons.map((slots) => `(i_*e_(${slots.map((slot) => this.#slot(slot)).join(',')}))`);
    return [this.#polynomial(coefficient), ...metrics, ...tensors].join('*');
  }

  #slot(slot: Slot): string {
    const isMomentum = this.#products.isMomentum(slot);
    const known = isMomentum ? this.#vectors : this.#indices;
    const name = known.get(slot) ?? `${isMomentum ? 'p' : 'm'}${known.size + 1}`;
    known.set(slot, name);
    return name;
  }

  #polynomial({ terms, denominator }: Polynomial): string {
    if (terms.size === 0) return '(0)';
    const written = [...terms.values()].map(({ monomial, coefficient }) => {
      const powers = monomial.flatMap((power, index) => {
        if (power === 0) return [];
        if (index === 0) return ['i_'];
        this.#symbols.add(index);
        return [`x${index}^${power < 0 ? `(${power})` : power}`];
      });
      return [`(${coefficient})/${denominator}`, ...powers].join('*');
    });
    return `(${written.join('+')})`;
  }
}

const bracket = (terms: readonly string[]): string => `(${terms.length === 0 ? '0' : terms.join('\n    +')})`;
