import type { Reach } from './collide.ts';
import { contributingStates, squareAt } from './numeric/collision-sum.ts';
import { angleOf } from './numeric/angle.ts';
import { resonanceWarnings } from './tree/poles.ts';
import { label } from './declaration/particles.ts';
import type { Process } from './tree/process.ts';

/** Everything that a user should see before using a number of a collision.
 * @throws ToolbaseError BAD_ARGUMENTS on top of a resonance without width */
export function processWarnings(process: Process, reach: Reach, sqrtS: number | undefined): string[] {
  return [
    ...process.warnings,
    ...resonanceWarnings(process, sqrtS),
    ...(reach.kind === 'values'
      ? [
          ...gaugeWarnings(process, reach),
          ...exchangeWarnings(process, reach),
          ...helicityWarnings(process, reach),
        ]
      : []),
  ];
}

type Values = Reach & { kind: 'values' };

function gaugeWarnings({ externals }: Process, { gauge }: Values): string[] {
  const broken = externals.filter(({ id }) => gauge.includes(id));
  const fields = [...new Set(broken.map(({ field }) => field))];
  return fields.length === 0
    ? []
    : [
        `The diagrams are not gauge invariant for the massless vector ${fields.join(' and ')}: diagrams are missing or couplings do not match. The sum by -g was used; the result depends on the gauge.`,
      ];
}

/** An average over fewer states than contribute is the cross section of no beam. */
const helicityWarnings = ({ incoming }: Process, { sum }: Values): string[] =>
  incoming.flatMap((particle) => {
    const { helicityStates: given, id } = particle;
    const found = given === undefined ? 0 : contributingStates(sum, id);
    return given === undefined || given >= found
      ? []
      : [
          `helicity_states ${given} of ${label(particle)} divides a sum to which ${found} of its spin states contribute: the result is ${given === 1 ? found : `${found}/${given}`} times the average over them. Chiral couplings select one; polarised beams are not computed.`,
        ];
  });

/** Identical particles of one side may be exchanged, which turns cos(theta) round; when that changes |M|^2, diagrams are missing. */
function exchangeWarnings({ incoming, outgoing }: Process, { sum, photons }: Values): string[] {
  const pairs = [incoming, outgoing].filter(
    ([first, second]) => first?.field === second?.field && first?.type === second?.type,
  );
  if (pairs.length === 0) return [];
  const [here, there] = [0.37, -0.37].map((cos) => squareAt(sum, angleOf(cos), photons));
  const same =
    here !== undefined && there !== undefined && Math.abs(here - there) <= 1e-8 * Math.max(here, there);
  return same
    ? []
    : pairs.map(
        (pair) =>
          `${pair.map(label).join(' and ')} are identical, but exchanging them changes the amplitude: the exchanged diagrams are missing.`,
      );
}
