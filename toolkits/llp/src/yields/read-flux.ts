import { ToolbaseError } from 'toolbase/toolkit';
import { finite } from '../decay/parent-groups.ts';
import { hasColumn, labels, numbers, numberValue, rowsOf, type Table } from '../tables/index.ts';
import type { Flux } from './flux.ts';

/** The columns of an `llpflux-2.0` table. Without `event_id` every row is a parent of its own; without `parent_channel` there
 * is one kind.
 * @param massGeV of the scalar as asked for   @throws ToolbaseError BAD_ARGUMENTS, also when the flux is of another mass */
export function readFlux(table: Table, label: string, massGeV: number): Flux {
  const written = numberValue(table.metadata, 'm_phi_gev');
  if (written !== undefined && Math.abs(written - massGeV) > 1e-9 * massGeV)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${label}: was made for a scalar of ${written} GeV, not of ${massGeV}`,
      {
        hint: 'Give the mass that the flux was made for, or the flux of this mass.',
      },
    );
  const column = (name: string) => finite(table, name, label);
  const momentum = [column('px'), column('py'), column('pz')] as const;
  const stopped = firstStopped(...momentum);
  if (stopped >= 0)
    throw new ToolbaseError('BAD_ARGUMENTS', `${label}: the scalar of row ${stopped + 1} has no momentum`);
  const rows = rowsOf(table);
  const named = hasColumn(table, 'parent_channel') ? labels(table, 'parent_channel') : undefined;
  if (named !== undefined) checkNames(named.labels, label);
  return {
    momentum,
    vertex: [column('vx'), column('vy'), column('vz')],
    weight: column('event_weight_g2_stripped'),
    cluster: hasColumn(table, 'event_id')
      ? clusterNumbers(numbers(table, 'event_id'))
      : new Int32Array(rows).map((_none, i) => i),
    parentOf: named?.codes ?? new Int32Array(rows),
    parents: named?.labels ?? ['all'],
  };
}

const MOST_KINDS = 100;
const LONGEST_NAME = 40;

/** @throws ToolbaseError BAD_ARGUMENTS for names that would not fit an answer */
function checkNames(names: readonly string[], label: string): void {
  const long = names.find((name) => name.length > LONGEST_NAME);
  if (names.length > MOST_KINDS || long !== undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      long === undefined
        ? `${label}: parent_channel holds ${names.length} kinds of parents`
        : `${label}: parent_channel holds ${JSON.stringify(`${long.slice(0, LONGEST_NAME)}...`)}`,
      { hint: `At most ${MOST_KINDS} kinds, with names of at most ${LONGEST_NAME} characters.` },
    );
}

/** Any numbers as small integers. */
function clusterNumbers(ids: Float64Array): Int32Array {
  if (ids.every((id) => Number.isInteger(id) && Math.abs(id) < 2 ** 31)) return Int32Array.from(ids);
  const known = new Map<number, number>();
  return Int32Array.from(ids, (id) => {
    const number = known.get(id) ?? known.size;
    known.set(id, number);
    return number;
  });
}

/** Below it a momentum is none: what is divided by it is no finite number. */
const LEAST_GEV = 1e-30;

/** The first row without momentum, or -1. */
function firstStopped(px: Float64Array, py: Float64Array, pz: Float64Array): number {
  const small = (value: number | undefined): boolean => Math.abs(value ?? 0) < LEAST_GEV;
  for (let i = 0; i < px.length; i += 1) if (small(pz[i]) && small(px[i]) && small(py[i])) return i;
  return -1;
}
