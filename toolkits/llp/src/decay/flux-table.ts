import { type Labels, type Table, type TableMetadata, tableOf } from '../tables/index.ts';
import type { ScalarRows } from './decay-parents.ts';

/** Rows of one kind of parent. */
export type NamedRows = { readonly parent: string; readonly rows: ScalarRows };

/** The table `llpflux-2.0` of decays of several kinds of parents. `event_id` numbers the parents: rows that share it are
 * draws of one parent.
 * @param restFrame adds what was drawn in the rest frame of the parent */
export function fluxTable(decayed: readonly NamedRows[], metadata: TableMetadata, restFrame: boolean): Table {
  const join = (pick: (rows: ScalarRows) => Float64Array): Float64Array =>
    joined(
      decayed.map(({ rows }) => pick(rows)),
      Float64Array,
    );
  const ids = joined(
    decayed.map(({ rows }) => rows.parent),
    Int32Array,
  );
  const axis = (of: 'momentum' | 'vertex', at: 0 | 1 | 2) => join((rows) => rows[of][at]);
  const rest = (at: 0 | 1 | 2) => join((rows) => rows.rest[at]);
  return tableOf(
    [
      { name: 'event_id', unit: '1', values: ids },
      { name: 'E', unit: 'GeV', values: join(({ energy }) => energy) },
      { name: 'px', unit: 'GeV', values: axis('momentum', 0) },
      { name: 'py', unit: 'GeV', values: axis('momentum', 1) },
      { name: 'pz', unit: 'GeV', values: axis('momentum', 2) },
      { name: 'vx', unit: 'm', values: axis('vertex', 0) },
      { name: 'vy', unit: 'm', values: axis('vertex', 1) },
      { name: 'vz', unit: 'm', values: axis('vertex', 2) },
      { name: 'theta_lab', unit: 'rad', values: join(({ theta }) => theta) },
      { name: 'parent_channel', unit: '1', values: channels(decayed) },
      { name: 'event_weight_g2_stripped', unit: '1', values: join(({ weight }) => weight) },
      ...(restFrame
        ? [
            { name: 'x_rest', unit: '1', values: rest(0) },
            { name: 'cos_theta_rest', unit: '1', values: rest(1) },
            { name: 'azimuth_rest', unit: 'rad', values: rest(2) },
          ]
        : []),
    ],
    metadata,
  );
}

/** Parts one after the other. @param column of zeros, for so many values */
function joined<T extends Float64Array | Int32Array>(
  parts: readonly T[],
  column: new (length: number) => T,
): T {
  const whole = new column(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function channels(decayed: readonly NamedRows[]): Labels {
  const codes = new Int32Array(decayed.reduce((sum, { rows }) => sum + rows.weight.length, 0));
  let at = 0;
  decayed.forEach(({ rows }, code) => {
    codes.fill(code, at, at + rows.weight.length);
    at += rows.weight.length;
  });
  return { codes, labels: decayed.map(({ parent }) => parent) };
}
