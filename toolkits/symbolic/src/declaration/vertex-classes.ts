export type Spin = '0' | '1/2' | '1';

/** Classes that are computed, with the spin of each leg and the structures they may carry. */
export const CLASSES = {
  FFS: { spins: ['1/2', '1/2', '0'], structures: ['1', 'g5', 'PL', 'PR'] },
  FFV: { spins: ['1/2', '1/2', '1'], structures: ['gamma', 'gamma.g5', 'gamma.PL', 'gamma.PR'] },
  VVS: { spins: ['1', '1', '0'], structures: ['g'] },
  SSV: { spins: ['0', '0', '1'], structures: ['p1-p2'] },
  VVV: { spins: ['1', '1', '1'], structures: ['YM'] },
  SSS: { spins: ['0', '0', '0'], structures: ['1'] },
} as const satisfies Record<string, { spins: readonly Spin[]; structures: readonly string[] }>;
export type ClassName = keyof typeof CLASSES;

/** Of four fields: known, so that they are refused by name. */
const FOUR_FIELDS = ['SSSS', 'VVSS', 'FFFF'] as const;

export const VERTEX_CLASSES = ['FFS', 'FFV', 'VVS', 'SSV', 'VVV', 'SSS', ...FOUR_FIELDS] as const;
export type VertexClass = (typeof VERTEX_CLASSES)[number];

export const STRUCTURES = [
  '1',
  'g5',
  'PL',
  'PR',
  'gamma',
  'gamma.g5',
  'gamma.PL',
  'gamma.PR',
  'g',
  'p1-p2',
  'YM',
] as const;
export type Structure = (typeof STRUCTURES)[number];

export const isComputed = (name: VertexClass): name is ClassName => name in CLASSES;

/** "fermion (spin 1/2)" and its like, for messages. */
export const spinName = (spin: Spin): string =>
  ({ '0': 'scalar (spin 0)', '1/2': 'fermion (spin 1/2)', '1': 'vector (spin 1)' })[spin];

/** "F, F, S" and its like, for messages. */
export const legOrder = (name: ClassName): string =>
  CLASSES[name].spins.map((spin) => ({ '0': 'S', '1/2': 'F', '1': 'V' })[spin]).join(', ');
