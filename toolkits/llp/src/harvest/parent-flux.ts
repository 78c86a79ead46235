import type { Random } from '../decay/random.ts';
import { type ParentName, PARENTS } from '../production/index.ts';
import { labelled, type Table } from '../tables/index.ts';
import { picked, type Rows } from './rows.ts';

export type FluxOptions = {
  readonly parents: readonly ParentName[];
  /** Of one row, before caps. */
  readonly weight: number;
  /** What the weights of a parent are multiplied by; 1 where it is not among them. */
  readonly prescales: ReadonlyMap<string, number>;
  /** Most rows of one parent; more are thinned and weigh more. */
  readonly cap: number;
  /** Chooses the rows that a cap leaves. */
  readonly random: Random;
};

export type ParentCount = {
  readonly parent: ParentName;
  readonly n_found: number;
  readonly n_rows: number;
  readonly weight_per_row: number;
  /** Mean number in the cone per inelastic collision: the sum of weights. */
  readonly mean_multiplicity: number;
  /** (sum of weights)^2/sum of (weights of an event)^2: rows of one event are not independent. */
  readonly n_effective: number;
  readonly relative_error: number;
};

export type ParentFlux = {
  readonly columns: Table['columns'];
  readonly counts: readonly ParentCount[];
};

/** Rows by parent, thinned to the cap, with weights per inelastic collision. */
export function parentFlux(rows: Rows, options: FluxOptions): ParentFlux {
  const kept: number[] = [];
  const weights: number[] = [];
  const names: ParentName[] = [];
  const counts = options.parents.map((parent): ParentCount => {
    const id = PARENTS[parent].pdgId;
    const all: number[] = [];
    for (let at = 0; at < rows.pid.length; at += 1) if (Math.abs(rows.pid[at] ?? 0) === id) all.push(at);
    const own = thinned(all, options.cap, options.random);
    const whole = options.weight * (options.prescales.get(parent) ?? 1);
    const weight = own.length === 0 ? whole : (whole * all.length) / own.length;
    for (const at of own) {
      kept.push(at);
      weights.push(weight);
      names.push(parent);
    }
    const effective = effectiveEvents(own.map((at) => rows.event[at] ?? 0));
    return {
      parent,
      n_found: all.length,
      n_rows: own.length,
      weight_per_row: weight,
      mean_multiplicity: weight * own.length,
      n_effective: effective,
      relative_error: effective === 0 ? 1 : 1 / Math.sqrt(effective),
    };
  });
  return { columns: columnsOf(picked(rows, kept), names, weights), counts };
}

/** `cap` of the items in their order, every choice with equal probability: events list mesons in patterns (pairs, charges), so that
 * equal steps would prefer some of them. */
function thinned(items: readonly number[], cap: number, random: Random): number[] {
  if (items.length <= cap) return [...items];
  let wanted = cap;
  return items.filter((_item, at) => {
    const taken = random() * (items.length - at) < wanted;
    if (taken) wanted -= 1;
    return taken;
  });
}

function effectiveEvents(events: readonly number[]): number {
  const perEvent = new Map<number, number>();
  for (const event of events) perEvent.set(event, (perEvent.get(event) ?? 0) + 1);
  let squares = 0;
  for (const rows of perEvent.values()) squares += rows * rows;
  return squares === 0 ? 0 : (events.length * events.length) / squares;
}

const columnsOf = (rows: Rows, names: readonly string[], weights: readonly number[]): Table['columns'] => [
  { name: 'parent', unit: '1', values: labelled(names) },
  { name: 'parent_pid', unit: '1', values: rows.pid },
  { name: 'event', unit: '1', values: rows.event },
  { name: 'E', unit: 'GeV', values: rows.E },
  { name: 'px', unit: 'GeV', values: rows.px },
  { name: 'py', unit: 'GeV', values: rows.py },
  { name: 'pz', unit: 'GeV', values: rows.pz },
  { name: 'weight_per_collision', unit: '1', values: Float64Array.from(weights) },
];
