import { fault, quoted } from '../declaration/fault.ts';
import { sameMass } from '../declaration/particles.ts';
import { isZero } from '../declaration/quantity.ts';
import { angleOf } from '../numeric/angle.ts';
import { type Collision, edgeDenominator } from '../numeric/collision.ts';
import { sizeOfQuantity } from '../numeric/size.ts';
import { type Channel, channelOf } from './channel.ts';
import type { Process } from './process.ts';
import type { Line } from './topology.ts';

/** The propagators of one channel. */
export function crossedLines({ trees, externals }: Process, channel: Channel): readonly Line[] {
  const order = externals.map(({ id }) => id);
  return trees.flatMap(({ tree }) => tree.lines.filter((line) => channelOf(line, order) === channel));
}

/** A pole of the t or u channel inside the range of the angle makes the integral infinite.
 * @throws ToolbaseError BAD_ARGUMENTS saying which cut is needed */
export function checkPoles(
  process: Process,
  kinematics: Collision,
  { min, max }: { readonly min: number; readonly max: number },
): void {
  const reach = 2 * kinematics.pIn * kinematics.pOut;
  for (const channel of ['t', 'u'] as const)
    for (const { propagator } of crossedLines(process, channel)) {
      const edge = edgeDenominator(kinematics, channel, sizeOfQuantity(propagator.mass));
      const nearest = channel === 't' ? angleOf(max).below1 : angleOf(min).aboveMinus1;
      const atEdge = isMasslessExchange(process, channel, propagator.mass);
      const pole = atEdge ? 0 : edge / reach;
      if (atEdge ? nearest > 0 : pole < nearest) continue;
      const cut = channel === 't' ? 'cos_max below 1' : 'cos_min above -1';
      throw fault(
        propagator.at,
        atEdge
          ? `the massless propagator ${quoted(propagator.id)} has a pole at cos(theta) = ${channel === 't' ? '1' : '-1'}, where the cross section diverges`
          : `the propagator ${quoted(propagator.id)} goes on shell inside the range of cos(theta)`,
        atEdge || nearest > 0
          ? `Cut it off: ${cut}, such as ${channel === 't' ? '"cos_max": 0.95' : '"cos_min": -0.95'}.`
          : `Cut it off: ${cut}; or compute the decay that it is.`,
      );
    }
}

/** Massless exchange between particles that keep their masses: t = 0 at the edge, to the last digit. */
function isMasslessExchange(
  { incoming, outgoing }: Process,
  channel: 't' | 'u',
  mass: Parameters<typeof isZero>[0],
): boolean {
  const [a, b] = incoming;
  const [c, d] = channel === 't' ? outgoing : [outgoing[1], outgoing[0]];
  if (!isZero(mass) || a === undefined || b === undefined || c === undefined || d === undefined) return false;
  return sameMass(a.mass, c.mass) && sameMass(b.mass, d.mass);
}

/** @throws ToolbaseError BAD_ARGUMENTS when the energy is the mass of an s-channel propagator without width */
export function resonanceWarnings(process: Process, sqrtS: number | undefined): string[] {
  return crossedLines(process, 's').flatMap(({ propagator }) => {
    const { mass, width, id, at } = propagator;
    if (width !== undefined && !isZero(width)) return [];
    const m = mass.value?.re;
    if (m === undefined || m === 0) return [];
    if (m === sqrtS)
      throw fault(
        `${at}/width`,
        `the energy is the mass of ${quoted(id)}, which has no width: the amplitude is infinite`,
        'Give its width in GeV.',
      );
    const sums = [process.incoming, process.outgoing].map((pair) =>
      pair.reduce((sum, particle) => sum + (particle.mass.value?.re ?? 0), 0),
    );
    return sums.every((sum) => m > sum)
      ? [
          `The s-channel propagator ${quoted(id)} can be on shell and has no width: near ${m} GeV the result is wrong.`,
        ]
      : [];
  });
}

/** Widths that are not used: fixed widths stand in s-channel denominators only. */
export const unusedWidths = (process: Process): string[] =>
  (['t', 'u'] as const).flatMap((channel) =>
    crossedLines(process, channel)
      .filter(({ propagator: { width } }) => width !== undefined && !isZero(width))
      .map(({ propagator: { id } }) => `The width of ${quoted(id)} is not used: its channel is spacelike.`),
  );
