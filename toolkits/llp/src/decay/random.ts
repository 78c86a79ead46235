/** A source of numbers in [0, 1) with 53 random bits. */
export type Random = () => number;

/** Reproducible numbers for one of many independent streams: xoshiro128** (D. Blackman, S. Vigna), its state filled from
 * seed and stream by the finaliser of MurmurHash3.
 * @param seed integer, 0 to 2^53   @param stream integer, 0 to 2^32 */
export function createRandom(seed: number, stream: number): Random {
  let counter = mixed((seed >>> 0) ^ mixed(Math.floor(seed / 2 ** 32) ^ mixed(stream + 0x9e3779b9)));
  const fill = (): number => mixed((counter = (counter + 0x9e3779b9) | 0));
  let [a, b, c, d] = [fill(), fill(), fill(), fill()];
  const next = (): number => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

function mixed(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** 0 to n - 1 in random order, into `order`. */
export function shuffle(order: Int32Array, random: Random): void {
  for (let i = 0; i < order.length; i += 1) {
    const j = Math.floor(random() * (i + 1));
    order[i] = order[j] ?? 0;
    order[j] = i;
  }
}
