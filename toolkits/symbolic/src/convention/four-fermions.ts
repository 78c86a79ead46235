import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { fault, quoted, unsupported } from '../declaration/fault.ts';
import type { Particle } from '../declaration/particles.ts';
import type { DeclaredVertex } from '../declaration/vertex.ts';
import { type Coupling, share, weighted } from './coupling.ts';
import { adjointPart, conjugateWarnings } from './hermiticity.ts';
import { fitsBar, fitsUnbarred, numberViolated } from './fermion-flow.ts';
import type { Convention, ResolvedVertex } from './resolve-vertex.ts';
import type { FourFermionPart, FourFermionVertex } from './vertex.ts';

/** Weights of 1 and g5 in the matrix that ends a structure: "gamma.PL" and "PL" alike. */
const ENDINGS: Readonly<Record<string, readonly [even: number, odd: number]>> = {
  '1': [1, 0],
  gamma: [1, 0],
  g5: [0, 1],
  PL: [0.5, -0.5],
  PR: [0.5, 0.5],
};

/** Turns a product of two bilinears into its Feynman rule: one pairing of the fermions. Where identical fermions allow
 * another pairing, that is another diagram.
 * @throws ToolbaseError BAD_ARGUMENTS or UNSUPPORTED */
export function resolveFourFermions(
  declared: DeclaredVertex,
  convention: Convention,
  context: PolynomialContext,
): ResolvedVertex {
  const [a, b, c, d] = declared.legs;
  if (d === undefined) throw new RangeError('FFFF has four legs');
  if (convention === 'lagrangian') checkPairings(declared.at, [a, b], [c, d]);
  const reversed = [isReversed(declared.at, a, b), isReversed(declared.at, c, d)];
  const straight: FourFermionVertex = { class: 'FFFF', legs: [a, b, c, d], parts: partsOf(declared.terms) };
  const ownConjugate = a.field === b.field && c.field === d.field;
  const warnings = conjugateWarnings(straight, ownConjugate, declared, convention, context);
  const result = (vertex: FourFermionVertex, conjugate: boolean): ResolvedVertex => ({
    vertex,
    contractions: 1,
    conjugate,
    ownConjugate,
    warnings,
  });
  if (!reversed.includes(true)) return result(straight, false);
  if (convention === 'lagrangian' && !reversed.includes(false))
    return result({ class: 'FFFF', legs: [b, a, d, c], parts: straight.parts.map(adjointPart) }, true);
  const wrong = reversed[0] === true ? a : c;
  throw fault(
    `${declared.at}/legs/${wrong === a ? 0 : 2}`,
    `${quoted(wrong.id)} (${wrong.role} ${wrong.type}) cannot be a barred leg here`,
    'Order each pair as outgoing particle or incoming antiparticle first.',
  );
}

function isReversed(at: string, bar: Particle, unbarred: Particle): boolean {
  if (fitsBar(bar) && fitsUnbarred(unbarred)) return false;
  if (!fitsBar(unbarred) || !fitsUnbarred(bar)) throw numberViolated(at, bar, unbarred);
  return true;
}

/** Wick contractions may pair the fields differently when two bilinears share one, or for Majorana fields.
 * @throws ToolbaseError UNSUPPORTED */
function checkPairings(at: string, first: readonly Particle[], second: readonly Particle[]): void {
  const shared = first.find(({ field }) => second.some((other) => other.field === field));
  const majorana = [...first, ...second].find(({ type }) => type === 'self-conjugate');
  const twice = shared ?? majorana;
  if (twice === undefined) return;
  throw unsupported(
    `${at}/legs`,
    `a four-fermion term with ${quoted(twice.field)} has more than one pairing of its fields`,
    'Use the vertex convention and declare each pairing as a diagram of its own; the relative sign is found.',
  );
}

/** One part for each pair of matrices. */
function partsOf(terms: DeclaredVertex['terms']): FourFermionPart[] {
  const found = new Map<string, FourFermionPart>();
  for (const part of writtenParts(terms)) {
    const key = `${part.vector} ${part.five.join(' ')}`;
    const before = found.get(key)?.coupling ?? [];
    found.set(key, { ...part, coupling: [...before, ...part.coupling] });
  }
  return [...found.values()];
}

function writtenParts(terms: DeclaredVertex['terms']): FourFermionPart[] {
  return terms.flatMap(({ structure, coupling }) => {
    const [left = '', right = ''] = structure.split('*');
    const [l, r] = [left, right].map((side) => ENDINGS[side.split('.').at(-1) ?? ''] ?? [0, 0]);
    const part = (x: 0 | 1, y: 0 | 1): FourFermionPart[] => {
      const found: Coupling = weighted(share(1, coupling), (l?.[x] ?? 0) * (r?.[y] ?? 0));
      return found.length === 0
        ? []
        : [{ vector: left.startsWith('gamma'), five: [x === 1, y === 1], coupling: found }];
    };
    return [...part(0, 0), ...part(0, 1), ...part(1, 0), ...part(1, 1)];
  });
}
