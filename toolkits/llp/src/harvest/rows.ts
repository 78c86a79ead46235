/** Mesons of a sample, in order of events. Energies and momenta in GeV, pz > 0. */
export type Rows = {
  readonly event: Int32Array;
  readonly pid: Int32Array;
  readonly px: Float64Array;
  readonly py: Float64Array;
  readonly pz: Float64Array;
  readonly E: Float64Array;
};

/** The rows at `indices`, in their order. */
export const picked = (rows: Rows, indices: ArrayLike<number>): Rows => {
  const ints = (values: Int32Array): Int32Array => Int32Array.from(indices, (at) => values[at] ?? 0);
  const doubles = (values: Float64Array): Float64Array => Float64Array.from(indices, (at) => values[at] ?? 0);
  return {
    event: ints(rows.event),
    pid: ints(rows.pid),
    px: doubles(rows.px),
    py: doubles(rows.py),
    pz: doubles(rows.pz),
    E: doubles(rows.E),
  };
};

const RECORD_BYTES = 40;

/** Reads what the worker writes: int32 event, int32 id, doubles px, py, pz, E, little-endian. */
export function rowsOfRecords(bytes: Uint8Array): Rows {
  const count = Math.floor(bytes.byteLength / RECORD_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const int = (offset: number): Int32Array =>
    Int32Array.from({ length: count }, (_, at) => view.getInt32(at * RECORD_BYTES + offset, true));
  const double = (offset: number): Float64Array =>
    Float64Array.from({ length: count }, (_, at) => view.getFloat64(at * RECORD_BYTES + offset, true));
  return { event: int(0), pid: int(4), px: double(8), py: double(16), pz: double(24), E: double(32) };
}
