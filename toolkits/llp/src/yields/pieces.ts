/** What decays inside the volume, as pieces of flight paths: at a point s (the inverse of a mean decay length at rest, in
 * 1/m, or g^2 times it) a piece adds
 * `exp(-near s) [flat (1 - exp(-depth s)) + slope (1 - (1 + depth s) exp(-depth s))/(depth s)]`:
 * decays between two distances with an acceptance that is linear between them. `near` and `depth` are distances times
 * mass over momentum, m; `flat` and `slope` are weights. Pieces of one parent particle are one cluster: its draws are no
 * independent measurements. */
export type Pieces = {
  readonly near: Float64Array;
  readonly depth: Float64Array;
  readonly flat: Float64Array;
  readonly slope: Float64Array;
  /** First piece of each cluster, and after the last the number of pieces. */
  readonly clusterStarts: Int32Array;
  /** First cluster of each group (a kind of parent), and after the last the number of clusters. */
  readonly groupStarts: readonly number[];
};

/** Clusters that are added up together; sums of chunks are combined in their order, so that the result does not depend
 * on how many threads there are. */
export type Chunk = { readonly group: number; readonly begin: number; readonly end: number };

const CLUSTERS_A_CHUNK = 4096;

export function chunksOf({ groupStarts }: Pieces): Chunk[] {
  const chunks: Chunk[] = [];
  for (let group = 0; group + 1 < groupStarts.length; group += 1) {
    const stop = groupStarts[group + 1] ?? 0;
    for (let begin = groupStarts[group] ?? 0; begin < stop; begin += CLUSTERS_A_CHUNK)
      chunks.push({ group, begin, end: Math.min(stop, begin + CLUSTERS_A_CHUNK) });
  }
  return chunks;
}

/** Sums over the clusters of each group at each point: of their contributions, and of the squares of these. */
export type GroupSums = { readonly sum: Float64Array; readonly squares: Float64Array };

/** Evaluates pieces at points. @param points ascending, > 0 */
export type SumPieces = (pieces: Pieces, points: Float64Array) => Promise<readonly GroupSums[]>;
