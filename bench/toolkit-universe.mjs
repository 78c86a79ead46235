// Published toolkits for bench/resolve.mjs: each has 50 versions (1.0.0 to 5.9.0) and needs up to four others. One newest
// version in twenty asks for old versions of what it needs, as real ones do, so that it cannot be used with the rest.
import { createHash } from 'node:crypto';

const MAJORS = 5;
const MINORS = 10;

/** mulberry32: the same universe at every run. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const nameOf = (at) => `@lab/toolkit-${String(at).padStart(4, '0')}`;

/** Every tenth toolkit is asked for; all others are needed by one of these.
 * @returns {{packuments: Map<string, object>, requests: Record<string, string>}} */
export function toolkitUniverse(toolkits, seed = 1) {
  const random = seeded(seed);
  const below = (n) => Math.floor(random() * n);
  const packuments = new Map();
  for (let at = 0; at < toolkits; at += 1) {
    const needed = new Set(at % 10 === 9 || at + 1 === toolkits ? [] : [at + 1]);
    for (let more = 0; more < 3 && at + 2 < toolkits; more += 1)
      needed.add(at + 2 + below(Math.min(200, toolkits - at - 2)));
    packuments.set(nameOf(at), packument(nameOf(at), [...needed], below));
  }
  const asked = Array.from({ length: Math.ceil(toolkits / 10) }, (_, at) => nameOf(at * 10));
  const ranges = ['*', '>=2', '^5', '^4 || ^5', '>=3.2 <6'];
  return {
    packuments,
    requests: Object.fromEntries(asked.map((name) => [name, ranges[below(ranges.length)]])),
  };
}

function packument(name, needed, below) {
  const versions = {};
  for (let major = 1; major <= MAJORS; major += 1)
    for (let minor = 0; minor < MINORS; minor += 1) {
      const isPoisoned = major === MAJORS && minor === MINORS - 1 && below(20) === 0;
      const range = () =>
        isPoisoned
          ? `~${major}.${below(3)}`
          : [`^${major}.${below(minor + 1)}`, `${major}.x`, `>=${major}`][below(3)];
      const version = `${major}.${minor}.0`;
      versions[version] = {
        integrity: `sha512-${createHash('sha512').update(`${name} ${version}`).digest('base64')}`,
        toolkitDependencies: Object.fromEntries(needed.map((at) => [nameOf(at), range()])),
      };
    }
  return { formatVersion: 1, name, distTags: { latest: '5.9.0' }, versions };
}
