import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { vanishes } from '../convention/relation.ts';
import {
  type FermionVertex,
  isFermionVertex,
  isFourFermionVertex,
  legsOf,
  type Vertex,
} from '../convention/vertex.ts';
import { quoted, unsupported } from '../declaration/fault.ts';
import { type Externals, type Particle, sameMass } from '../declaration/particles.ts';
import { isZero } from '../declaration/quantity.ts';

/** A massless vector must meet a conserved current; its longitudinal mode would not decouple.
 * @throws ToolbaseError UNSUPPORTED naming vertex, leg and what would fit */
export function checkMasslessVectors(vertex: Vertex, at: string, context: PolynomialContext): void {
  for (const leg of legsOf(vertex)) {
    if (leg.spin !== '1' || !isZero(leg.mass)) continue;
    const broken = brokenCurrent(vertex, leg, context);
    if (broken === undefined) continue;
    throw unsupported(
      leg.at,
      `the vector ${quoted(leg.id)} is massless, but its current at ${at} is not conserved: ${broken}`,
      vertex.class === 'VVS'
        ? 'A scalar decays into massless vectors through loops, which are not computed: give the effective coupling with FF or FFdual. The lepton loop phi -> gamma gamma is LLPWidths of the toolkit llp.'
        : 'Give the vector a mass, or use sigma.q and sigma.q.g5, which couple its field strength.',
    );
  }
}

/** Ratio of masses from which the longitudinal mode rules the width. */
const LONGITUDINAL = 100;

/** Warns of light products whose current is not conserved: the width grows without bound as their mass goes to 0.
 * Conserved currents and field strengths have no such growth, and massless vectors couple to nothing else. */
export function lightVectorWarnings(
  vertex: Vertex,
  { parent, products }: Externals,
  context: PolynomialContext,
): string[] {
  const heavy = parent.mass.value?.re;
  const light = products.filter(
    (product) =>
      product.spin === '1' &&
      !isZero(product.mass) &&
      heavy !== undefined &&
      product.mass.value !== undefined &&
      heavy > LONGITUDINAL * product.mass.value.re &&
      brokenCurrent(vertex, product, context) !== undefined,
  );
  const names = [...new Set(light.map(({ field }) => field))].join(' and ');
  return light.length === 0
    ? []
    : [
        `Light vector ${names}: at fixed couplings its longitudinal mode makes the width grow like 1/mass**2 as the mass goes to 0.`,
      ];
}

function brokenCurrent(vertex: Vertex, vector: Particle, context: PolynomialContext): string | undefined {
  if (isFermionVertex(vertex)) return brokenFermions(vertex, context);
  if (isFourFermionVertex(vertex)) return undefined;
  const others = vertex.legs.filter(({ id }) => id !== vector.id);
  const [first, second] = others;
  const same = first !== undefined && second !== undefined && sameMass(first.mass, second.mass);
  const pair = `${first?.id ?? ''} and ${second?.id ?? ''}`;
  if (vertex.class === 'SSV' || vertex.class === 'VVV') return same ? undefined : `${pair} differ in mass`;
  const isMassTerm = vertex.parts.some(
    ({ structure, coupling }) => structure === 'g' && !vanishes(coupling, context),
  );
  return vertex.class === 'VVS' && isMassTerm ? 'the structure g is no current' : undefined;
}

function brokenFermions(
  { bar, unbarred, even, odd }: FermionVertex,
  context: PolynomialContext,
): string | undefined {
  if (!vanishes(even, context) && !sameMass(bar.mass, unbarred.mass))
    return `${bar.id} and ${unbarred.id} differ in mass`;
  const massless = isZero(bar.mass) && isZero(unbarred.mass);
  return vanishes(odd, context) || massless ? undefined : 'an axial current of massive fermions';
}
