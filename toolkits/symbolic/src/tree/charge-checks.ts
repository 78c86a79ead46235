import { type Charges, chargeOf, chargeSum, sameCharge, signed } from '../declaration/charges.ts';
import { fault, quoted } from '../declaration/fault.ts';
import { label, type Particle } from '../declaration/particles.ts';
import type { Topology } from './topology.ts';

/** Charge comes out as it goes in, of the whole process and at every vertex: each propagator carries what flows through
 * it. Particles without a declared charge end the check, and a warning says so.
 * @throws ToolbaseError BAD_ARGUMENTS naming the vertices and the charges */
export function checkCharges(
  externals: readonly Particle[],
  topologies: readonly Topology[],
  charges: Charges | undefined,
): string[] {
  if (charges === undefined) return [];
  const unknown = externals.filter((particle) => chargeOf(particle, charges) === undefined);
  if (unknown.length > 0)
    return [
      `Conservation of charge was not checked: no charge is declared for ${[...new Set(unknown.map(label))].join(', ')} (0 for a neutral one).`,
    ];
  const side = (role: Particle['role']) =>
    chargeSum(
      externals.filter((particle) => particle.role === role),
      charges,
    );
  const [before, after] = [side('incoming'), side('outgoing')];
  if (!sameCharge(before.total, after.total))
    throw fault(
      'particles',
      `charge is not conserved: ${before.text} goes in and ${after.text} comes out`,
      'Check "type" and "charge": each is that of the entry itself, so an outgoing positron is an antiparticle of charge 1.',
    );
  for (const topology of topologies) checkLines(topology, externals, charges);
  return [];
}

function checkLines(
  { name, vertices, lines }: Topology,
  externals: readonly Particle[],
  charges: Charges,
): void {
  for (const { propagator, from, to, flow } of lines) {
    const through = externals.reduce(
      (sum, particle) => sum + (flow.get(particle.id) ?? 0) * (chargeOf(particle, charges) ?? 0),
      0,
    );
    const own = charges.get(propagator.field);
    if (own === undefined || sameCharge(Math.abs(through), Math.abs(own))) continue;
    const [first, second] = [vertices[from], vertices[to]];
    throw fault(
      propagator.at,
      `charge is not conserved in diagram ${quoted(name)}: ${signed(Math.abs(through))} flows between the vertices ${quoted(first?.id ?? '')} and ${quoted(second?.id ?? '')}, but the propagator ${quoted(propagator.id)} (${propagator.field}) has ${own === 0 ? 'none' : signed(Math.abs(own))}`,
      'Check which external particles meet at these vertices, or declare the propagator that carries the charge.',
    );
  }
}
