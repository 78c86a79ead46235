export type Spin = '0' | '1/2' | '1';

const UNITS = ['1', 'g5', 'PL', 'PR'] as const;
const GAMMAS = ['gamma', 'gamma.g5', 'gamma.PL', 'gamma.PR'] as const;
type Unit = (typeof UNITS)[number];
type Gamma = (typeof GAMMAS)[number];

/** Products of two bilinears, their index contracted where they have one: "gamma.PL*gamma.PL". */
export type FourFermionStructure = `${Unit}*${Unit}` | `${Gamma}*${Gamma}`;
export const FOUR_FERMION_STRUCTURES: readonly FourFermionStructure[] = [
  ...UNITS.flatMap((left) => UNITS.map((right): FourFermionStructure => `${left}*${right}`)),
  ...GAMMAS.flatMap((left) => GAMMAS.map((right): FourFermionStructure => `${left}*${right}`)),
];

const SINGLE_STRUCTURES = [
  ...UNITS,
  ...GAMMAS,
  'sigma.q',
  'sigma.q.g5',
  'g',
  'FF',
  'FFdual',
  'p1-p2',
  'YM',
] as const;
export type Structure = (typeof SINGLE_STRUCTURES)[number] | FourFermionStructure;
export const STRUCTURES: readonly Structure[] = [...SINGLE_STRUCTURES, ...FOUR_FERMION_STRUCTURES];

type ClassRule = { readonly spins: readonly Spin[]; readonly structures: readonly Structure[] };

/** The spin of each leg of a class and the structures it may carry. */
export const CLASSES = {
  FFS: { spins: ['1/2', '1/2', '0'], structures: UNITS },
  FFV: { spins: ['1/2', '1/2', '1'], structures: [...GAMMAS, 'sigma.q', 'sigma.q.g5'] },
  VVS: { spins: ['1', '1', '0'], structures: ['g', 'FF', 'FFdual'] },
  SSV: { spins: ['0', '0', '1'], structures: ['p1-p2'] },
  VVV: { spins: ['1', '1', '1'], structures: ['YM'] },
  SSS: { spins: ['0', '0', '0'], structures: ['1'] },
  SSSS: { spins: ['0', '0', '0', '0'], structures: ['1'] },
  VVSS: { spins: ['1', '1', '0', '0'], structures: ['g'] },
  FFFF: { spins: ['1/2', '1/2', '1/2', '1/2'], structures: FOUR_FERMION_STRUCTURES },
} as const satisfies Record<string, ClassRule>;
export type VertexClass = keyof typeof CLASSES;

export const VERTEX_CLASSES = [
  'FFS',
  'FFV',
  'VVS',
  'SSV',
  'VVV',
  'SSS',
  'SSSS',
  'VVSS',
  'FFFF',
] as const satisfies readonly VertexClass[];

/** "fermion (spin 1/2)" and its like, for messages. */
export const spinName = (spin: Spin): string =>
  ({ '0': 'scalar (spin 0)', '1/2': 'fermion (spin 1/2)', '1': 'vector (spin 1)' })[spin];

/** "F, F, S" and its like, for messages. */
export const legOrder = (name: VertexClass): string =>
  CLASSES[name].spins.map((spin) => ({ '0': 'S', '1/2': 'F', '1': 'V' })[spin]).join(', ');
