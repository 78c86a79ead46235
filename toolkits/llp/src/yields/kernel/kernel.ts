import {
  add,
  addBits,
  and,
  andBits,
  again,
  atLeast,
  bits,
  both,
  choose,
  type Code,
  double,
  either,
  first,
  gather,
  get,
  greater,
  int,
  lanesBelow,
  larger,
  leaveIf,
  less,
  load,
  loadDouble,
  loadLanes,
  lowBits,
  minus,
  moduleOf,
  notEqual,
  over,
  plus,
  repeat,
  set,
  shiftBits,
  shiftLeft,
  splat,
  storeLanes,
  times,
  when,
} from './assembly.ts';

/** Exponents below are taken as this one: exp(-708) is the last normal power. */
const LOWEST = -708;
/** From here on 1 - exp(-x) is 1. */
const ALL_DECAY = 38;
/** Below, `(1 - (1 + x) exp(-x))/x` comes from its series. */
const SERIES_BELOW = 1 / 64;
/** (n - 1)/n! with alternating signs, from x on. */
const RISE = [2, 3, 4, 5, 6, 7].map((n) => ((n % 2 === 0 ? 1 : -1) * (n - 1)) / factorial(n));

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

/** The parameters of `run`, in order: clusters [begin, end); addresses of the first piece of each cluster (32-bit), of
 * four columns of the pieces, of the points s (doubles, ascending, an even number); bytes of s; addresses of the sums of a
 * cluster, and of what is added up: sums of clusters and of their squares. */
const PARAMETERS = [
  'cluster',
  'end',
  'starts',
  'near',
  'depth',
  'flat',
  'slope',
  'points',
  'bytes',
  'own',
  'sum',
  'squares',
];
const INTS = ['piece', 'offset', 'stop', 'at', 'used'];
const LANES = ['ln', 'ld', 'lf', 'ls', 's', 'x', 'k', 'r', 'q', 'p', 'scale', 'e', 'm', 'y'];
const NAMES = [...PARAMETERS, ...INTS, ...LANES];
const local = (name: string): number => NAMES.indexOf(name);
const value = (name: string): Code => get(local(name));
const assign = (name: string, code: Code): Code => set(local(name), code);

/** `c0 + r (c1 + r (c2 + ...))` */
const polynomial = (coefficients: readonly number[], variable: Code): Code => {
  const [last = 0, ...before] = [...coefficients].reverse();
  return before.reduce((code, coefficient) => plus(times(code, variable), both(coefficient)), both(last));
};

/** Powers of 2 between 1 and 2, which exp(x) takes the nearest of. */
const STEPS = 64;
/** Where they lie in the memory. */
const TABLE_AT = 1024;

/** Puts into a memory what the kernel looks up there, below the address 4096. */
export function prepare(buffer: SharedArrayBuffer): void {
  const table = Float64Array.from({ length: STEPS }, (_none, i) => 2 ** (i / STEPS));
  new Float64Array(buffer, TABLE_AT, STEPS).set(table);
}

/** Adds this to x and the integer part is in the low bits; taking it away rounds. */
const ROUND = 1.5 * 2 ** 52;
const entry = (lane: 0 | 1): Code => shiftLeft(and(lowBits(value('k'), lane), int(STEPS - 1)), int(3));

/** `scale` becomes the power of 2^(1/64) nearest to exp(x), `r` what is left of x. */
const toNearest = (x: Code): Code => [
  ...assign('x', larger(x, both(LOWEST))),
  ...assign('k', plus(times(value('x'), both(STEPS * Math.LOG2E)), both(ROUND))),
  ...assign('r', minus(value('k'), both(ROUND))),
  ...assign(
    'scale',
    addBits(gather(entry(0), entry(1), TABLE_AT), shiftBits(andBits(value('k'), bits(-64n)), 46)),
  ),
  ...assign(
    'r',
    minus(
      minus(value('x'), times(value('r'), both(0.6931471803691238 / STEPS))),
      times(value('r'), both(1.9082149292705877e-10 / STEPS)),
    ),
  ),
];

/** exp(x) = 2^(k/64) (1 + p) for -708 <= x <= 0, with p = exp(r) - 1 and |r| <= ln(2)/128: `scale` becomes 2^(k/64) and `p`
 * becomes p, by its series up to r^5/120, 1e-14 of it. For x near 0 k is 0 and nothing cancels in exp(x) - 1. */
const reduce = (x: Code): Code => [
  ...toNearest(x),
  ...assign('q', times(value('r'), value('r'))),
  ...assign(
    'p',
    plus(
      value('r'),
      times(
        value('q'),
        plus(
          plus(both(1 / 2), times(value('r'), both(1 / 6))),
          times(value('q'), plus(both(1 / 24), times(value('r'), both(1 / 120)))),
        ),
      ),
    ),
  ),
];

/** `y` += slope (1 - (1 + x) exp(-x))/x, with x = depth s and m = 1 - exp(-x). */
const rise: Code = [
  ...assign('x', times(value('ld'), value('s'))),
  ...assign(
    'y',
    plus(
      value('y'),
      times(
        value('ls'),
        choose(
          times(value('x'), polynomial(RISE, value('x'))),
          minus(over(value('m'), larger(value('x'), both(1e-300))), minus(both(1), value('m'))),
          lanesBelow(value('x'), both(SERIES_BELOW)),
        ),
      ),
    ),
  ),
];

const negative = (lanes: Code): Code => minus(both(0), lanes);
const lanesOf = (address: string): Code => loadLanes(add(value(address), value('at')));
const addTo = (address: string, lanes: Code): Code =>
  storeLanes(add(value(address), value('at')), plus(lanesOf(address), lanes));

/** For two points: `own` += exp(-near s) [flat (1 - exp(-depth s)) + slope (1 - (1 + depth s) exp(-depth s))/(depth s)]. */
const onePair: Code = [
  ...assign('s', lanesOf('points')),
  ...assign('e', negative(times(value('ln'), value('s')))),
  ...leaveIf(less(first(value('e')), double(LOWEST))),
  ...reduce(value('e')),
  ...assign('e', plus(times(value('scale'), value('p')), value('scale'))),
  ...assign('x', negative(times(value('ld'), value('s')))),
  ...either(less(first(value('x')), double(-ALL_DECAY)), assign('m', both(1)), [
    ...reduce(value('x')),
    ...assign('m', minus(minus(both(1), value('scale')), times(value('scale'), value('p')))),
  ]),
  ...assign('y', times(value('lf'), value('m'))),
  ...when(notEqual(first(value('ls')), double(0)), rise),
  ...addTo('own', times(value('e'), value('y'))),
];

const column = (name: string): Code => splat(loadDouble(add(value(name), value('offset'))));

const onePiece: Code = [
  ...assign('offset', shiftLeft(value('piece'), int(3))),
  ...assign('ln', column('near')),
  ...assign('ld', column('depth')),
  ...assign('lf', column('flat')),
  ...assign('ls', column('slope')),
  ...assign('at', int(0)),
  ...repeat([
    ...leaveIf(atLeast(value('at'), value('bytes'))),
    ...onePair,
    ...assign('at', add(value('at'), int(16))),
    ...again,
  ]),
  ...when(greater(value('at'), value('used')), assign('used', value('at'))),
];

const forAt = (bytes: Code, body: Code): Code => [
  ...assign('at', int(0)),
  ...repeat([
    ...leaveIf(atLeast(value('at'), bytes)),
    ...body,
    ...assign('at', add(value('at'), int(16))),
    ...again,
  ]),
];

const start = (offset: number): Code =>
  load(add(value('starts'), shiftLeft(value('cluster'), int(2))), offset);

const oneCluster: Code = [
  ...assign('piece', start(0)),
  ...assign('stop', start(4)),
  ...assign('used', int(0)),
  ...repeat([
    ...leaveIf(atLeast(value('piece'), value('stop'))),
    ...onePiece,
    ...assign('piece', add(value('piece'), int(1))),
    ...again,
  ]),
  // `own` is 0 beyond what a piece has used, and made so again.
  ...forAt(value('used'), [
    ...assign('y', lanesOf('own')),
    ...addTo('sum', value('y')),
    ...addTo('squares', times(value('y'), value('y'))),
    ...storeLanes(add(value('own'), value('at')), both(0)),
  ]),
];

/** The bytes of a WebAssembly module whose `run` adds up decays inside the volume; see PARAMETERS. */
export const kernelModule = (): Uint8Array =>
  moduleOf(
    PARAMETERS.length,
    { ints: INTS.length, lanes: LANES.length },
    repeat([
      ...leaveIf(atLeast(value('cluster'), value('end'))),
      ...oneCluster,
      ...assign('cluster', add(value('cluster'), int(1))),
      ...again,
    ]),
  );
