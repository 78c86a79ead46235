/** Encoders of the few WebAssembly instructions that the kernel needs (WebAssembly Core 2.0, section 5). Each yields the bytes
 * of an expression, operands first. Lanes are two doubles. */
export type Code = readonly number[];

export const unsigned = (value: number): Code => {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return bytes;
};

const signed = (value: number): Code => {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 127;
    rest >>= 7;
    const last = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0);
    bytes.push(last ? low : low | 128);
    if (last) return bytes;
  }
};

const doubleBytes = (value: number): Code => [...new Uint8Array(new Float64Array([value]).buffer)];
const binary =
  (...opcode: Code) =>
  (left: Code, right: Code): Code => [...left, ...right, ...opcode];
const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];

export const int = (value: number): Code => [0x41, ...signed(value)];
export const double = (value: number): Code => [0x44, ...doubleBytes(value)];
export const add = binary(0x6a);
export const shiftLeft = binary(0x74);
export const atLeast = binary(0x4f);
export const greater = binary(0x4b);
export const less = binary(0x63);
export const notEqual = binary(0x62);
export const load = (address: Code, offset = 0): Code => [...address, 0x28, 2, ...unsigned(offset)];
export const loadDouble = (address: Code): Code => [...address, 0x2b, 3, 0];

/** `body` until it is left; it starts again where `again` is reached. Labels: 0 is the loop, 1 the outside. */
export const repeat = (body: Code): Code => [0x02, 0x40, 0x03, 0x40, ...body, 0x0b, 0x0b];
export const again: Code = [0x0c, 0];
export const leaveIf = (condition: Code): Code => [...condition, 0x0d, 1];
export const when = (condition: Code, then: Code): Code => [...condition, 0x04, 0x40, ...then, 0x0b];

export const both = (value: number): Code => [...simd(0x0c), ...doubleBytes(value), ...doubleBytes(value)];
export const splat = (value: Code): Code => [...value, ...simd(0x14)];
export const first = (lanes: Code): Code => [...lanes, ...simd(0x21), 0];
export const loadLanes = (address: Code): Code => [...address, ...simd(0x00), 3, 0];
export const storeLanes = (address: Code, lanes: Code): Code => [...address, ...lanes, ...simd(0x0b), 3, 0];
export const plus = binary(...simd(0xf0));
export const minus = binary(...simd(0xf1));
export const times = binary(...simd(0xf2));
export const over = binary(...simd(0xf3));
/** The larger; the left one unless it is less. */
export const larger = binary(...simd(0xf7));
export const lanesBelow = binary(...simd(0x49));
export const choose = (yes: Code, no: Code, mask: Code): Code => [...yes, ...no, ...mask, ...simd(0x52)];
export const addBits = binary(...simd(0xce));
export const andBits = binary(...simd(0x4e));
export const bits = (value: bigint): Code => {
  const bytes = [...new Uint8Array(new BigInt64Array([value, value]).buffer)];
  return [...simd(0x0c), ...bytes];
};
/** The lower 32 bits of the first or of the second lane. */
export const lowBits = (lanes: Code, lane: 0 | 1): Code => [...lanes, ...simd(0x1b), 2 * lane];
export const and = binary(0x71);
/** Two doubles from two addresses, each with the same offset. */
export const gather = (one: Code, other: Code, offset: number): Code => [
  ...other,
  ...one,
  ...simd(0x0a),
  3,
  ...unsigned(offset),
  ...simd(0x57),
  3,
  ...unsigned(offset),
  1,
];
/** `then` or `otherwise`. */
export const either = (condition: Code, then: Code, otherwise: Code): Code => [
  ...condition,
  0x04,
  0x40,
  ...then,
  0x05,
  ...otherwise,
  0x0b,
];
export const shiftBits = (lanes: Code, count: number): Code => [...lanes, ...int(count), ...simd(0xcb)];

const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
const text = (word: string): Code => [word.length, ...Buffer.from(word, 'latin1')];
const I32 = 0x7f;
const V128 = 0x7b;

/** A module with one exported function `run` of 32-bit integers, over an imported shared memory `host.memory`.
 * @param parameters their number   @param locals numbers of further 32-bit integers and of pairs of lanes */
export function moduleOf(
  parameters: number,
  locals: { ints: number; lanes: number },
  body: Code,
): Uint8Array {
  const local = [2, ...unsigned(locals.ints), I32, ...unsigned(locals.lanes), V128];
  const code = [...local, ...body, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, parameters, ...Array.from({ length: parameters }, () => I32), 0]),
    ...section(2, [1, ...text('host'), ...text('memory'), 0x02, 0x03, 1, ...unsigned(65536)]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('run'), 0x00, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}
