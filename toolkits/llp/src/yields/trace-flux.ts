import { type Acceptance, acceptanceAlong, lineHitsDisc, type Node } from './acceptance.ts';
import { type Geometry, passes } from './cylinder.ts';
import type { Flux } from './flux.ts';
import type { Pieces } from './pieces.ts';

export type TraceSettings = {
  readonly geometry: Geometry;
  readonly massGeV: number;
  readonly acceptance: Acceptance;
  readonly daughterMassesGeV: readonly [number, number];
  /** Called now and then; may throw to stop. */
  readonly step?: (done: number, total: number) => void;
};

export type TracedFlux = {
  readonly pieces: Pieces;
  /** Names of the groups of `pieces`. */
  readonly groups: readonly string[];
  /** By group: rows, rows whose line crosses the volume, and of these those that can be accepted. */
  readonly counts: readonly { readonly rows: number; readonly inVolume: number; readonly accepted: number }[];
};

/** Traces every row through the volume. Rows are taken by kind of parent and by cluster, so that their order in the file
 * only changes the last digits. */
export function traceFlux(flux: Flux, settings: TraceSettings): TracedFlux {
  const counts = flux.parents.map(() => ({ rows: 0, inVolume: 0, accepted: 0 }));
  const groups = byParent(flux);
  const builder = new PieceBuilder(flux.weight.length);
  let done = 0;
  groups.forEach((rows, parent) => {
    const count = counts[parent];
    if (count === undefined) return;
    count.rows = rows.length;
    for (const row of byCluster(rows, flux.cluster)) {
      if (done % 4096 === 0) settings.step?.(done, flux.weight.length);
      done += 1;
      traceRow(flux, row, settings, builder, count);
    }
    builder.endGroup();
  });
  return { pieces: builder.pieces(), groups: flux.parents, counts };
}

/** Rows of each kind of parent, in their order. */
function byParent({ parentOf, parents }: Flux): Int32Array[] {
  const counts = new Int32Array(parents.length);
  for (const parent of parentOf) counts[parent] = (counts[parent] ?? 0) + 1;
  const groups = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let row = 0; row < parentOf.length; row += 1) {
    const parent = parentOf[row] ?? 0;
    const rows = groups[parent];
    const at = counts[parent] ?? 0;
    if (rows !== undefined) rows[at] = row;
    counts[parent] = at + 1;
  }
  return groups;
}

function byCluster(rows: Int32Array, cluster: Int32Array): Int32Array {
  for (let i = 1; i < rows.length; i += 1)
    if ((cluster[rows[i - 1] ?? 0] ?? 0) > (cluster[rows[i] ?? 0] ?? 0))
      return rows.sort((a, b) => (cluster[a] ?? 0) - (cluster[b] ?? 0) || a - b);
  return rows;
}

function traceRow(
  { momentum, vertex, weight, cluster }: Flux,
  row: number,
  settings: TraceSettings,
  builder: PieceBuilder,
  count: { inVolume: number; accepted: number },
): void {
  const { geometry, massGeV, acceptance } = settings;
  const x = vertex[0][row] ?? 0;
  const y = vertex[1][row] ?? 0;
  const z = vertex[2][row] ?? 0;
  const px = momentum[0][row] ?? 0;
  const py = momentum[1][row] ?? 0;
  const pz = momentum[2][row] ?? 0;
  if (!passes(geometry, x, y, z, px, py, pz, SEGMENT)) return;
  count.inVolume += 1;
  const size = Math.sqrt(px * px + py * py + pz * pz);
  const scale = massGeV / size;
  const own = weight[row] ?? 0;
  if (acceptance === 'none') {
    builder.startCluster(cluster[row] ?? 0);
    builder.add(SEGMENT.inM, SEGMENT.outM, 1, 1, scale, own);
  } else {
    const origin = [x, y, z] as const;
    if (!lineHitsDisc(geometry, origin, [px, py, pz])) return;
    builder.startCluster(cluster[row] ?? 0);
    if (acceptance === 'llp_line') builder.add(SEGMENT.inM, SEGMENT.outM, 1, 1, scale, own);
    else {
      const direction = [px / size, py / size, pz / size] as const;
      const daughterMasses = settings.daughterMassesGeV;
      const flight = { direction, momentum: size, mass: massGeV, daughterMasses };
      const nodes = acceptanceAlong(geometry, flight, origin, { ...SEGMENT });
      if (!addAlong(nodes, scale, own, builder)) return;
    }
  }
  count.accepted += 1;
}

/** That of the row under way. */
const SEGMENT = { inM: 0, outM: 0 };

/** False when nothing along the way is accepted. */
function addAlong(nodes: readonly Node[], scale: number, weight: number, builder: PieceBuilder): boolean {
  let added = false;
  let start = nodes[0];
  for (let i = 1; i < nodes.length; i += 1) {
    const [end, next] = [nodes[i], nodes[i + 1]];
    if (start === undefined || end === undefined) break;
    // Equal stretches are one.
    if (start.value === end.value && next?.value === end.value) continue;
    if (start.value > 0 || end.value > 0) {
      builder.add(start.atM, end.atM, start.value, end.value, scale, weight);
      added = true;
    }
    start = end;
  }
  return added;
}

/** Columns that grow. */
class PieceBuilder {
  private count = 0;
  private near: Float64Array;
  private depth: Float64Array;
  private flat: Float64Array;
  private slope: Float64Array;
  private clusters = 0;
  private starts: Int32Array;
  private readonly groupStarts: number[] = [0];
  private cluster: number | undefined;

  /** @param expected number of pieces, and the most clusters there can be */
  constructor(expected: number) {
    const column = (): Float64Array => new Float64Array(Math.max(16, expected));
    [this.near, this.depth, this.flat, this.slope] = [column(), column(), column(), column()];
    this.starts = new Int32Array(expected + 1);
  }

  startCluster(cluster: number): void {
    if (this.cluster === cluster) return;
    this.cluster = cluster;
    this.starts[this.clusters] = this.count;
    this.clusters += 1;
  }

  /** @param scale mass over momentum */
  add(inM: number, outM: number, from: number, to: number, scale: number, weight: number): void {
    const at = this.count;
    if (at === this.near.length) {
      const larger = (column: Float64Array): Float64Array => {
        const copy = new Float64Array(2 * column.length);
        copy.set(column);
        return copy;
      };
      this.near = larger(this.near);
      this.depth = larger(this.depth);
      this.flat = larger(this.flat);
      this.slope = larger(this.slope);
    }
    this.near[at] = inM * scale;
    this.depth[at] = (outM - inM) * scale;
    this.flat[at] = weight * from;
    this.slope[at] = weight * (to - from);
    this.count = at + 1;
  }

  endGroup(): void {
    this.groupStarts.push(this.clusters);
    this.cluster = undefined;
  }

  pieces(): Pieces {
    this.starts[this.clusters] = this.count;
    const used = (column: Float64Array): Float64Array => column.subarray(0, this.count);
    return {
      near: used(this.near),
      depth: used(this.depth),
      flat: used(this.flat),
      slope: used(this.slope),
      clusterStarts: this.starts.subarray(0, this.clusters + 1),
      groupStarts: this.groupStarts,
    };
  }
}
