import type { Line } from './topology.ts';

/** Which pair of external particles a propagator of a collision separates from the others. */
export type Channel = 's' | 't' | 'u';

/** @param order ids of the two incoming and the two outgoing particles */
export function channelOf({ flow }: Line, order: readonly string[]): Channel {
  const [a, b, c] = order.map((id) => flow.has(id));
  if (a === b) return 's';
  return a === c ? 't' : 'u';
}
