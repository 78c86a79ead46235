import { add, constant, generatorPower, multiply, ONE, type Polynomial, scale, ZERO } from './polynomial.ts';

/** A momentum (a name that scalar products are known for) or a Lorentz index (any other name). */
export type Slot = string;

/** coefficient * product of pairs * product of epsilons, where a pair of two indices is the metric, of a momentum and
 * an index a component, of two momenta their scalar product. An index that occurs twice is summed over. */
export type TensorTerm = {
  readonly coefficient: Polynomial;
  readonly pairs: readonly Pair[];
  readonly epsilons: readonly Epsilon[];
};
export type Pair = readonly [Slot, Slot];
export type Epsilon = readonly [Slot, Slot, Slot, Slot];

/** Scalar products of the momenta, and which slots are momenta. */
export type ScalarProducts = {
  readonly isMomentum: (slot: Slot) => boolean;
  readonly product: (a: Slot, b: Slot) => Polynomial;
};

export const tensorProduct = (a: TensorTerm, b: TensorTerm): TensorTerm => ({
  coefficient: multiply(a.coefficient, b.coefficient),
  pairs: [...a.pairs, ...b.pairs],
  epsilons: [...a.epsilons, ...b.epsilons],
});

/** Value of a sum of fully contracted tensors.
 * An epsilon left with momenta only is 0, since at most three momenta of a decay or collision of two are independent.
 * @throws RangeError for an index that occurs once */
export function contracted(terms: readonly TensorTerm[], products: ScalarProducts): Polynomial {
  return terms.reduce((sum, term) => add(sum, contractedTerm(term, products)), ZERO);
}

function contractedTerm(term: TensorTerm, products: ScalarProducts): Polynomial {
  const [first, second, ...others] = term.epsilons;
  if (first !== undefined && second !== undefined)
    return contracted(
      determinant(first, second).map((part) =>
        tensorProduct(part, { coefficient: term.coefficient, pairs: term.pairs, epsilons: others }),
      ),
      products,
    );
  const { pairs, traces } = withoutIndices(term.pairs, products);
  // A lone epsilon meets only symmetric tensors and dependent momenta.
  if (first !== undefined) return ZERO;
  const value = pairs.reduce((total, [a, b]) => multiply(total, products.product(a, b)), ONE);
  return scale(multiply(term.coefficient, value), 4n ** BigInt(traces));
}

/** Sums over repeated indices; `traces` counts g^mu_mu. */
function withoutIndices(
  list: readonly Pair[],
  { isMomentum }: ScalarProducts,
): { pairs: Pair[]; traces: number } {
  const pairs = [...list];
  let traces = 0;
  for (;;) {
    const at = pairs.findIndex(([a, b]) => !isMomentum(a) || !isMomentum(b));
    const pair = pairs[at];
    if (pair === undefined) return { pairs, traces };
    pairs.splice(at, 1);
    const [index, other] = isMomentum(pair[0]) ? [pair[1], pair[0]] : pair;
    if (index === other) {
      traces++;
      continue;
    }
    const partner = pairs.findIndex((candidate) => candidate.includes(index));
    const [a, b] = pairs[partner] ?? [];
    // An index whose partner is in a lone epsilon: that term is 0 whatever stands here.
    if (a === undefined || b === undefined) continue;
    pairs[partner] = a === index ? [other, b] : [a, other];
  }
}

/** epsilon^abcd epsilon^efgh = -det of the metrics between them. */
function determinant(first: Epsilon, second: Epsilon): TensorTerm[] {
  return permutations([0, 1, 2, 3]).map(({ order, sign }) => ({
    coefficient: constant(-sign),
    pairs: order.map((to, from): Pair => [first[from] ?? '', second[to] ?? '']),
    epsilons: [],
  }));
}

function permutations(items: readonly number[]): { order: number[]; sign: bigint }[] {
  if (items.length === 0) return [{ order: [], sign: 1n }];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, at) => at !== index)).map(({ order, sign }) => ({
      order: [item, ...order],
      sign: index % 2 === 0 ? sign : -sign,
    })),
  );
}

export const imaginaryUnit = generatorPower(0, 1);
