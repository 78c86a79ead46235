/** Scalars on their way, one row a draw: momenta in GeV, production vertices in m, weights per collision and g^2. */
export type Flux = {
  readonly momentum: readonly [Float64Array, Float64Array, Float64Array];
  readonly vertex: readonly [Float64Array, Float64Array, Float64Array];
  readonly weight: Float64Array;
  /** Rows of one parent particle share a number: they are one cluster. */
  readonly cluster: Int32Array;
  /** Kind of parent of each row, as an index into `parents`. */
  readonly parentOf: Int32Array;
  readonly parents: readonly string[];
};
