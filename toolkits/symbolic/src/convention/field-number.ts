import { quoted } from '../declaration/fault.ts';
import { operatorOf } from './identical.ts';
import { legsOf, type Vertex } from './vertex.ts';

/** Warns of a vertex that makes or takes two quanta of one complex field while no other complex field can balance
 * them: a charged pair that was declared as two particles reads like this, and its width is off by a factor 2. */
export function fieldNumberWarnings(vertex: Vertex): string[] {
  const net = new Map<string, number>();
  for (const leg of legsOf(vertex)) {
    if (leg.type === 'self-conjugate') continue;
    const sign = operatorOf(leg) === leg.field ? 1 : -1;
    net.set(leg.field, (net.get(leg.field) ?? 0) + sign);
  }
  const unbalanced = [...net].filter(([, number]) => number !== 0);
  const [only] = unbalanced;
  if (only === undefined || unbalanced.length > 1 || Math.abs(only[1]) < 2) return [];
  return [
    `The vertex changes the number of the complex field ${quoted(only[0])} by ${Math.abs(only[1])}, which no charge allows: declare a charged pair as one particle and one antiparticle.`,
  ];
}
