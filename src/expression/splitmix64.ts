const MASK = (1n << 64n) - 1n;

/** Uniform numbers in [0, 1) from the splitmix64 generator: integer arithmetic only, so the same sequence on every
 * machine. Not for secrets.
 * @see Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195 */
export function splitmix64(seed: bigint): () => number {
  let state = seed & MASK;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    mixed ^= mixed >> 31n;
    return Number(mixed >> 11n) / 2 ** 53;
  };
}
