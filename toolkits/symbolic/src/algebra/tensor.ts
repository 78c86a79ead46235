import { add, isZero, multiply, ONE, type Polynomial, scale, ZERO } from './polynomial.ts';

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

/** Value of a sum of tensors times further sums, all indices contracted. Like terms are collected after each factor,
 * which keeps the number of terms small.
 * An epsilon left with momenta only is 0, since at most three momenta of a decay or collision of two are independent.
 * @throws RangeError for an index that occurs once */
export function contracted(
  terms: readonly TensorTerm[],
  factors: readonly (readonly TensorTerm[])[],
  products: ScalarProducts,
): Polynomial {
  const all = factors.reduce((left, factor) => multiplied(left, factor, products), terms);
  const known = new Map<string, Polynomial>([['', ONE]]);
  return collected(all.flatMap(withoutEpsilons), products).reduce(
    (sum, { coefficient, pairs }) => add(sum, multiply(coefficient, valueOf(pairs, products, known))),
    ZERO,
  );
}

const multiplied = (
  left: readonly TensorTerm[],
  right: readonly TensorTerm[],
  products: ScalarProducts,
): readonly TensorTerm[] =>
  collected(
    left.flatMap((term) => right.map((part) => tensorProduct(term, part))),
    products,
  );

/** Factors that share indices multiplied with each other, the one with most indices in common next: what is left of
 * them is short, and is needed once for each string of gammas. */
export function joinedFactors(
  factors: readonly (readonly TensorTerm[])[],
  products: ScalarProducts,
): readonly (readonly TensorTerm[])[] {
  const left = factors.map((terms) => ({ terms, indices: indicesOf(terms, products) }));
  const joined: (readonly TensorTerm[])[] = [];
  for (let start = left.shift(); start !== undefined; start = left.shift()) {
    let { terms, indices } = start;
    for (;;) {
      const shared = left.map((other) => [...other.indices].filter((index) => indices.has(index)).length);
      const most = Math.max(0, ...shared);
      if (most === 0) break;
      const [next] = left.splice(shared.indexOf(most), 1);
      if (next === undefined) break;
      terms = multiplied(terms, next.terms, products);
      indices = new Set(
        [...indices, ...next.indices].filter((index) => !(indices.has(index) && next.indices.has(index))),
      );
    }
    joined.push(terms);
  }
  return joined;
}

const indicesOf = (terms: readonly TensorTerm[], { isMomentum }: ScalarProducts): ReadonlySet<Slot> =>
  new Set(
    terms.flatMap(({ pairs, epsilons }) =>
      [...pairs.flat(), ...epsilons.flat()].filter((slot) => !isMomentum(slot)),
    ),
  );

/** Product of scalar products; shorter products are remembered. */
function valueOf(
  pairs: readonly Pair[],
  products: ScalarProducts,
  known: Map<string, Polynomial>,
): Polynomial {
  const key = pairs.map((pair) => pair.join()).join(';');
  const found = known.get(key);
  if (found !== undefined) return found;
  const last = pairs.at(-1);
  if (last === undefined) return ONE;
  const value = multiply(valueOf(pairs.slice(0, -1), products, known), products.product(...last));
  known.set(key, value);
  return value;
}

/** Sums over repeated indices and adds up terms that have become alike. */
function collected(terms: readonly TensorTerm[], { isMomentum }: ScalarProducts): TensorTerm[] {
  const found = new Map<string, TensorTerm>();
  for (const term of terms) {
    const { pairs, traces } = withoutRepeated(term.pairs, isMomentum);
    const sorted = inOrder(pairs);
    const coefficient = traces === 0 ? term.coefficient : scale(term.coefficient, 4n ** BigInt(traces));
    const key = `${sorted.keys.join(';')}|${term.epsilons.join(';')}`;
    const before = found.get(key)?.coefficient ?? ZERO;
    found.set(key, { coefficient: add(before, coefficient), pairs: sorted.pairs, epsilons: term.epsilons });
  }
  return [...found.values()].filter(({ coefficient }) => !isZero(coefficient));
}

/** Equal products of pairs in one order, and the words that they are told apart by. */
function inOrder(pairs: readonly Pair[]): { pairs: Pair[]; keys: string[] } {
  const worded = pairs.map(([a, b]): { pair: Pair; key: string } =>
    a < b ? { pair: [a, b], key: `${a},${b}` } : { pair: [b, a], key: `${b},${a}` },
  );
  worded.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { pairs: worded.map(({ pair }) => pair), keys: worded.map(({ key }) => key) };
}

/** Joins the pairs that share an index; `traces` counts g^mu_mu. */
function withoutRepeated(
  list: readonly Pair[],
  isMomentum: (slot: Slot) => boolean,
): { pairs: Pair[]; traces: number } {
  const pairs = [...list];
  let traces = 0;
  for (let at = 0; at < pairs.length; at++) {
    const pair = pairs[at];
    if (pair === undefined) break;
    if (pair[0] === pair[1] && !isMomentum(pair[0])) {
      traces++;
      pairs.splice(at--, 1);
      continue;
    }
    const joined = joinedWith(pair, pairs, at, isMomentum);
    if (joined === undefined) continue;
    pairs.splice(joined.partner, 1);
    pairs[at--] = joined.pair;
  }
  return { pairs, traces };
}

/** The pair that results from summing over an index of one pair that a later pair repeats. */
function joinedWith(
  [a, b]: Pair,
  pairs: readonly Pair[],
  at: number,
  isMomentum: (slot: Slot) => boolean,
): { pair: Pair; partner: number } | undefined {
  for (const [index, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (isMomentum(index)) continue;
    const partner = pairs.findIndex((candidate, where) => where > at && candidate.includes(index));
    const [c, d] = pairs[partner] ?? [];
    if (c !== undefined && d !== undefined) return { pair: [other, c === index ? d : c], partner };
  }
  return undefined;
}

/** epsilon^abcd epsilon^efgh = -det of the metrics between them; a lone epsilon meets only symmetric tensors and
 * dependent momenta, and is 0. */
function withoutEpsilons(term: TensorTerm): TensorTerm[] {
  const [first, second, ...others] = term.epsilons;
  if (first === undefined) return [term];
  if (second === undefined) return [];
  return permutations([0, 1, 2, 3]).flatMap(({ order, sign }) =>
    withoutEpsilons({
      coefficient: scale(term.coefficient, -sign),
      pairs: [...term.pairs, ...order.map((to, from): Pair => [first[from] ?? '', second[to] ?? ''])],
      epsilons: others,
    }),
  );
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
