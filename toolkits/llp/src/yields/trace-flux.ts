import { type Acceptance, acceptanceAlong, lineHitsDisc, type Node } from './acceptance.ts';
import { type Geometry, type Segment, segmentInside } from './cylinder.ts';
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
  const groups: number[][] = flux.parents.map(() => []);
  for (let row = 0; row < flux.weight.length; row += 1) {
    const parent = flux.parentOf[row] ?? 0;
    groups[parent]?.push(row);
  }
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

function byCluster(rows: number[], cluster: Int32Array): number[] {
  const sorted = rows.every((row, i) => i === 0 || (cluster[rows[i - 1] ?? 0] ?? 0) <= (cluster[row] ?? 0));
  return sorted ? rows : rows.sort((a, b) => (cluster[a] ?? 0) - (cluster[b] ?? 0) || a - b);
}

function traceRow(
  { momentum, vertex, weight, cluster }: Flux,
  row: number,
  { geometry, massGeV, acceptance, daughterMassesGeV }: TraceSettings,
  builder: PieceBuilder,
  count: { inVolume: number; accepted: number },
): void {
  const at = (columns: readonly [Float64Array, Float64Array, Float64Array]) =>
    [columns[0][row] ?? 0, columns[1][row] ?? 0, columns[2][row] ?? 0] as const;
  const [origin, p] = [at(vertex), at(momentum)];
  const segment = segmentInside(geometry, origin, p);
  if (segment === undefined) return;
  count.inVolume += 1;
  if (acceptance !== 'none' && !lineHitsDisc(geometry, origin, p)) return;
  const size = Math.hypot(...p);
  const scale = massGeV / size;
  builder.startCluster(cluster[row] ?? 0);
  const own = weight[row] ?? 0;
  if (acceptance === 'none' || acceptance === 'llp_line') builder.add(segment, 1, 1, scale, own);
  else {
    const direction = [p[0] / size, p[1] / size, p[2] / size] as const;
    const flight = { direction, momentum: size, mass: massGeV, daughterMasses: daughterMassesGeV };
    const added = addAlong(acceptanceAlong(geometry, flight, origin, segment), scale, own, builder);
    if (!added) return;
  }
  count.accepted += 1;
}

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
      builder.add({ inM: start.atM, outM: end.atM }, start.value, end.value, scale, weight);
      added = true;
    }
    start = end;
  }
  return added;
}

/** Columns that grow. */
class PieceBuilder {
  private count = 0;
  private columns: Float64Array[];
  private readonly starts: number[] = [];
  private readonly groupStarts: number[] = [0];
  private cluster: number | undefined;

  constructor(expected: number) {
    this.columns = Array.from({ length: 4 }, () => new Float64Array(Math.max(16, expected)));
  }

  startCluster(cluster: number): void {
    if (this.cluster === cluster) return;
    this.cluster = cluster;
    this.starts.push(this.count);
  }

  /** @param scale mass over momentum */
  add({ inM, outM }: Segment, from: number, to: number, scale: number, weight: number): void {
    if (this.count === this.columns[0]?.length)
      this.columns = this.columns.map((column) => {
        const larger = new Float64Array(column.length * 2);
        larger.set(column);
        return larger;
      });
    const values = [inM * scale, (outM - inM) * scale, weight * from, weight * (to - from)];
    for (let i = 0; i < 4; i += 1) {
      const column = this.columns[i];
      if (column !== undefined) column[this.count] = values[i] ?? 0;
    }
    this.count += 1;
  }

  endGroup(): void {
    this.groupStarts.push(this.starts.length);
    this.cluster = undefined;
  }

  pieces(): Pieces {
    const column = (i: number): Float64Array =>
      (this.columns[i] ?? new Float64Array()).subarray(0, this.count);
    return {
      near: column(0),
      depth: column(1),
      flat: column(2),
      slope: column(3),
      clusterStarts: Int32Array.from([...this.starts, this.count]),
      groupStarts: this.groupStarts,
    };
  }
}
