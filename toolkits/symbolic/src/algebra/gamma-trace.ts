import { constant, IMAGINARY_UNIT, multiply, type Polynomial, scale } from './polynomial.ts';
import { type Slot, type TensorTerm, tensorProduct } from './tensor.ts';

/** coefficient * gamma(slot) gamma(slot) ... , times g5 on the right when `five`. */
export type DiracTerm = {
  readonly coefficient: Polynomial;
  readonly slots: readonly Slot[];
  readonly five: boolean;
};
export type DiracSum = readonly DiracTerm[];

/** Product of matrices; g5 is moved to the right past each gamma with a minus sign. */
export const diracProduct = (factors: readonly DiracSum[]): DiracSum =>
  factors.reduce((left, right) =>
    left.flatMap((a) =>
      right.map((b) => ({
        coefficient: scale(
          multiply(a.coefficient, b.coefficient),
          a.five && b.slots.length % 2 === 1 ? -1n : 1n,
        ),
        slots: [...a.slots, ...b.slots],
        five: a.five !== b.five,
      })),
    ),
  );

/** Trace over spinor indices, with Tr 1 = 4, Tr g5 abcd = -4 i epsilon(abcd) and epsilon^0123 = 1, as
 * g5 = i gamma^0 gamma^1 gamma^2 gamma^3 demands. */
export function diracTrace(sum: DiracSum): TensorTerm[] {
  return sum.flatMap(({ coefficient, slots, five }) =>
    (five ? traceWithFive(slots) : trace(slots)).map((term) => ({
      ...term,
      coefficient: scale(multiply(coefficient, term.coefficient), 4n),
    })),
  );
}

/** A quarter of the trace of a product of gammas. */
function trace(slots: readonly Slot[]): TensorTerm[] {
  const [first, ...rest] = slots;
  if (first === undefined) return [{ coefficient: constant(1n), pairs: [], epsilons: [] }];
  if (slots.length % 2 === 1) return [];
  const twice = closestTwins(slots);
  if (twice !== undefined)
    return withoutTwins(slots, twice).flatMap((part) => multiplied(part, trace(part.slots)));
  return rest.flatMap((partner, index) =>
    trace(rest.filter((_, at) => at !== index)).map((term) => ({
      ...term,
      coefficient: scale(term.coefficient, index % 2 === 0 ? 1n : -1n),
      pairs: [[first, partner] as const, ...term.pairs],
    })),
  );
}

/** A quarter of the trace with g5 on the right. Six and more gammas are reduced by
 * abc = (ab) c - (ac) b + (bc) a + i epsilon(abcd) gamma_d g5. */
function traceWithFive(slots: readonly Slot[]): TensorTerm[] {
  const [a, b, c, d, ...rest] = slots;
  if (a === undefined || b === undefined || c === undefined || d === undefined || slots.length % 2 === 1)
    return [];
  const twice = closestTwins(slots);
  if (twice !== undefined)
    return withoutTwins(slots, twice).flatMap((part) => multiplied(part, traceWithFive(part.slots)));
  if (rest.length === 0)
    return [{ coefficient: scale(IMAGINARY_UNIT, -1n), pairs: [], epsilons: [[a, b, c, d]] }];
  const tail = [d, ...rest];
  const index = `epsilon ${slots.join(' ')}`;
  const paired = (x: Slot, y: Slot, left: Slot, sign: bigint): TensorTerm[] =>
    traceWithFive([left, ...tail]).map((term) =>
      tensorProduct({ coefficient: constant(sign), pairs: [[x, y]], epsilons: [] }, term),
    );
  const epsilon = trace([index, ...tail]).map((term) =>
    tensorProduct({ coefficient: scale(IMAGINARY_UNIT, -1n), pairs: [], epsilons: [[a, b, c, index]] }, term),
  );
  return [...paired(a, b, c, 1n), ...paired(a, c, b, -1n), ...paired(b, c, a, 1n), ...epsilon];
}

type Twins = readonly [first: number, second: number];

/** The same vector at two places, as close together as there is. A full expansion has 10395 terms for 12 gammas; few are
 * left when the momenta that stand twice are taken out first. */
function closestTwins(slots: readonly Slot[]): Twins | undefined {
  let closest: Twins | undefined;
  const last = new Map<Slot, number>();
  for (const [at, slot] of slots.entries()) {
    const before = last.get(slot);
    if (before !== undefined && (closest === undefined || at - before < closest[1] - closest[0]))
      closest = [before, at];
    last.set(slot, at);
  }
  return closest;
}

type Part = {
  readonly factor: bigint;
  readonly pair: readonly [Slot, Slot];
  readonly slots: readonly Slot[];
};

/** x a b ... x = 2 (x.a) b ... x - 2 (x.b) a ... x + ... +- (x.x) a b ... */
function withoutTwins(slots: readonly Slot[], [first, second]: Twins): Part[] {
  const [before, between, after] = [
    slots.slice(0, first),
    slots.slice(first + 1, second),
    slots.slice(second + 1),
  ];
  const x = slots[first] ?? '';
  return [
    ...between.map(
      (other, index): Part => ({
        factor: index % 2 === 0 ? 2n : -2n,
        pair: [x, other],
        slots: [...before, ...between.filter((_, at) => at !== index), x, ...after],
      }),
    ),
    {
      factor: between.length % 2 === 0 ? 1n : -1n,
      pair: [x, x],
      slots: [...before, ...between, ...after],
    },
  ];
}

const multiplied = ({ factor, pair }: Part, terms: readonly TensorTerm[]): TensorTerm[] =>
  terms.map((term) => ({
    ...term,
    coefficient: scale(term.coefficient, factor),
    pairs: [pair, ...term.pairs],
  }));
