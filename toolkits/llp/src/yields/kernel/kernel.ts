import {
  add,
  addBits,
  again,
  atLeast,
  both,
  choose,
  type Code,
  double,
  first,
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
/** Below, `(1 - (1 + x) exp(-x))/x` comes from its series. */
const SERIES_BELOW = 1 / 64;
/** Of exp(r) - 1 after the first, from r^2 on, up to r^11/11!: 1e-14 of it for |r| <= ln(2)/2. */
const EXPONENTIAL = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => 1 / factorial(n));
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
const LANES = ['ln', 'ld', 'lf', 'ls', 's', 'x', 'k', 'r', 'scale', 'e', 'm', 'y'];
const NAMES = [...PARAMETERS, ...INTS, ...LANES];
const local = (name: string): number => NAMES.indexOf(name);
const value = (name: string): Code => get(local(name));
const assign = (name: string, code: Code): Code => set(local(name), code);

/** `c0 + r (c1 + r (c2 + ...))` */
const polynomial = (coefficients: readonly number[], variable: Code): Code => {
  const [last = 0, ...before] = [...coefficients].reverse();
  return before.reduce((code, coefficient) => plus(times(code, variable), both(coefficient)), both(last));
};

/** Adds this to x and the integer part is in the low bits; taking it away rounds. */
const ROUND = 1.5 * 2 ** 52;

/** exp(x) - 1 = 2^k (exp(r) - 1) + (2^k - 1) with |r| <= ln(2)/2, for -708 <= x <= 0: `scale` becomes 2^k and `r` becomes
 * exp(r) - 1. Nothing cancels: for x near 0, k is 0. */
const reduce = (x: Code): Code => [
  ...assign('x', larger(x, both(LOWEST))),
  ...assign('k', plus(times(value('x'), both(Math.LOG2E)), both(ROUND))),
  ...assign('scale', addBits(shiftBits(value('k'), 52), both(1))),
  ...assign('k', minus(value('k'), both(ROUND))),
  ...assign('r', minus(value('x'), times(value('k'), both(0.6931471803691238)))),
  ...assign('r', minus(value('r'), times(value('k'), both(1.9082149292705877e-10)))),
  ...assign('r', plus(value('r'), times(times(value('r'), value('r')), polynomial(EXPONENTIAL, value('r'))))),
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
  ...assign('e', plus(times(value('scale'), value('r')), value('scale'))),
  ...reduce(negative(times(value('ld'), value('s')))),
  ...assign('m', minus(minus(both(1), value('scale')), times(value('scale'), value('r')))),
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
