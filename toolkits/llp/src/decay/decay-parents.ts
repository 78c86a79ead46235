import type { SpectrumTable } from '../production/index.ts';
import { quantile } from '../production/index.ts';
import { boosted, directionOf, type Vector } from './boost.ts';
import { decayDistance, meanDistance, parentFlight } from './flight.ts';
import { createRandom, shuffle } from './random.ts';

/** Parents of one kind; momenta in GeV, weights per inelastic collision. */
export type ParentSample = {
  readonly px: Float64Array;
  readonly py: Float64Array;
  readonly pz: Float64Array;
  readonly weight: Float64Array;
};

/** How a kind of parent decays to the scalar. */
export type ParentDecay = {
  readonly massGeV: number;
  readonly ctauM: number;
  readonly scalarMassGeV: number;
  /** Branching fraction per g^2. */
  readonly bHat: number;
  readonly meanX: number;
  readonly spectrum: SpectrumTable;
};

export type DecaySettings = {
  readonly shieldM: number;
  /** Draws of each parent. */
  readonly strata: number;
  readonly seed: number;
  /** Scalars at larger angles to the beam are dropped, rad; pi keeps all. */
  readonly thetaMaxRad: number;
  /** Number of the first parent: parents of several kinds share a seed. */
  readonly firstParent: number;
};

/** Scalars, one row a draw. Positions in m, momenta in GeV, weights per inelastic collision and g^2. */
export type ScalarRows = {
  readonly parent: Int32Array;
  readonly energy: Float64Array;
  readonly momentum: readonly [Float64Array, Float64Array, Float64Array];
  readonly vertex: readonly [Float64Array, Float64Array, Float64Array];
  readonly theta: Float64Array;
  readonly weight: Float64Array;
  /** x = 2E/M, cosine from the z axis and azimuth in the rest frame of the parent. */
  readonly rest: readonly [Float64Array, Float64Array, Float64Array];
};

/** A mean over all draws, weighted, and what it is exactly for this sample of parents. */
export type Convergence = { readonly sampled: number; readonly exact: number };

export type DecayedParents = {
  readonly rows: ScalarRows;
  readonly sumOfWeights: number;
  /** Parents that fly backwards; they are not used. */
  readonly backward: number;
  /** Mean probability to decay before the shield, weighted. */
  readonly meanProbability: number;
  readonly energyGeV: Convergence;
  readonly vertexZ: Convergence;
};

/** Lets every parent decay `strata` times. The draws of a parent form a Latin hypercube in flight, energy, polar and azimuthal
 * angle: each quarter of the range of each variable holds a quarter of them, and the average over seeds is exact. A parent
 * enters with its nominal mass and its three-momentum. The flight is drawn from the exponential up to the shield, and the
 * weight carries the probability to decay before it. */
export function decayParents(
  parents: ParentSample,
  decay: ParentDecay,
  settings: DecaySettings,
): DecayedParents {
  const rows = new Rows(parents.weight.length * settings.strata);
  const sums = { weight: 0, parents: 0, decaying: 0, energy: 0, exactEnergy: 0, z: 0, exactZ: 0 };
  const orders = [0, 1, 2].map(() => new Int32Array(settings.strata));
  let backward = 0;
  for (let i = 0; i < parents.weight.length; i += 1) {
    const momentum: Vector = [parents.px[i] ?? 0, parents.py[i] ?? 0, parents.pz[i] ?? 0];
    if (!(momentum[2] > 0)) {
      backward += 1;
      continue;
    }
    const number = settings.firstParent + i;
    decayOne(number, momentum, parents.weight[i] ?? 0, decay, settings, orders, rows, sums);
  }
  const mean = (sum: number): number => (sums.weight === 0 ? 0 : sum / sums.weight);
  return {
    rows: rows.taken(),
    sumOfWeights: sums.weight,
    backward,
    // Rounding of the sums may pass 1.
    meanProbability: sums.parents === 0 ? 0 : Math.min(1, sums.decaying / sums.parents),
    energyGeV: { sampled: mean(sums.energy), exact: mean(sums.exactEnergy) },
    vertexZ: { sampled: mean(sums.z), exact: mean(sums.exactZ) },
  };
}

type Sums = {
  weight: number;
  parents: number;
  decaying: number;
  energy: number;
  exactEnergy: number;
  z: number;
  exactZ: number;
};

function decayOne(
  number: number,
  momentum: Vector,
  parentWeight: number,
  decay: ParentDecay,
  { shieldM, strata, seed, thetaMaxRad }: DecaySettings,
  orders: readonly Int32Array[],
  rows: Rows,
  sums: Sums,
): void {
  const { massGeV, scalarMassGeV, spectrum, bHat } = decay;
  const size = Math.hypot(...momentum);
  const flight = parentFlight(size, massGeV, momentum[2] / size, decay.ctauM, shieldM);
  const random = createRandom(seed, number);
  for (const order of orders) shuffle(order, random);
  const weight = (parentWeight * bHat * flight.probability) / strata;
  for (let k = 0; k < strata; k += 1) {
    const [ofEnergy = 0, ofAngle = 0, ofAzimuth = 0] = orders.map(
      (order) => ((order[k] ?? 0) + random()) / strata,
    );
    const distance = decayDistance(flight, (k + random()) / strata) / size;
    const [cosTheta, azimuth] = [2 * ofAngle - 1, 2 * Math.PI * ofAzimuth];
    const direction = directionOf(cosTheta, azimuth);
    const energy = Math.max(scalarMassGeV, (massGeV / 2) * quantile(spectrum, ofEnergy));
    const scalar = boosted(momentum, massGeV, scalarMassGeV, energy, direction);
    const [x, y, z] = scalar.momentum;
    const theta = Math.atan2(Math.hypot(x, y), z);
    sums.energy += weight * scalar.energy;
    sums.z += weight * distance * momentum[2];
    if (theta > thetaMaxRad) continue;
    rows.add(
      number,
      scalar.energy,
      scalar.momentum,
      [momentum[0] * distance, momentum[1] * distance, momentum[2] * distance],
      theta,
      weight,
      [(2 * energy) / massGeV, cosTheta, azimuth],
    );
  }
  const whole = weight * strata;
  sums.weight += whole;
  sums.parents += parentWeight;
  sums.decaying += parentWeight * flight.probability;
  sums.exactEnergy += (whole * Math.hypot(size, massGeV) * decay.meanX) / 2;
  sums.exactZ += (whole * meanDistance(flight) * momentum[2]) / size;
}

const COLUMNS = 12;

/** Columns that are filled row by row. */
class Rows {
  private count = 0;
  private readonly parent: Int32Array;
  private readonly columns: readonly Float64Array[];

  constructor(most: number) {
    this.parent = new Int32Array(most);
    this.columns = Array.from({ length: COLUMNS }, () => new Float64Array(most));
  }

  add(
    parent: number,
    energy: number,
    momentum: Vector,
    vertex: Vector,
    theta: number,
    weight: number,
    rest: Vector,
  ): void {
    const at = this.count;
    this.parent[at] = parent;
    const values = [energy, ...momentum, ...vertex, theta, weight, ...rest];
    for (let i = 0; i < COLUMNS; i += 1) {
      const column = this.columns[i];
      if (column !== undefined) column[at] = values[i] ?? 0;
    }
    this.count += 1;
  }

  taken(): ScalarRows {
    const column = (i: number): Float64Array =>
      (this.columns[i] ?? new Float64Array()).subarray(0, this.count);
    return {
      parent: this.parent.subarray(0, this.count),
      energy: column(0),
      momentum: [column(1), column(2), column(3)],
      vertex: [column(4), column(5), column(6)],
      theta: column(7),
      weight: column(8),
      rest: [column(9), column(10), column(11)],
    };
  }
}
