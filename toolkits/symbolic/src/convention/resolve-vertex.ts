import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { fault, quoted } from '../declaration/fault.ts';
import type { DeclaredVertex } from '../declaration/vertex.ts';
import { share, weighted } from './coupling.ts';
import { orient } from './fermion-flow.ts';
import { conjugateWarnings, isOwnConjugate } from './hermiticity.ts';
import { bosonContractions, checkBoseSymmetry, isMajoranaPair } from './identical.ts';
import { vanishes } from './relation.ts';
import { resolveFourFermions } from './four-fermions.ts';
import type { BosonStructure, BosonVertex, FermionVertex, Vertex } from './vertex.ts';

export type Convention = 'vertex' | 'lagrangian';

export type ResolvedVertex = {
  /** The Feynman rule over i. */
  readonly vertex: Vertex;
  /** Vertex coefficient over lagrangian coefficient: the number of Wick contractions. */
  readonly contractions: number;
  /** The conjugate of the declared term drives the process. */
  readonly conjugate: boolean;
  /** The term has the fields of its own conjugate, so nothing is added to it. */
  readonly ownConjugate: boolean;
  readonly warnings: readonly string[];
};

/** Turns a declared vertex into its Feynman rule.
 * @throws ToolbaseError BAD_ARGUMENTS or UNSUPPORTED */
export function resolveVertex(
  declared: DeclaredVertex,
  convention: Convention,
  context: PolynomialContext,
): ResolvedVertex {
  if (declared.class === 'FFS' || declared.class === 'FFV')
    return resolveFermions({ ...declared, class: declared.class }, convention, context);
  if (declared.class === 'FFFF') return resolveFourFermions(declared, convention, context);
  return resolveBosons({ ...declared, class: declared.class }, convention, context);
}

function resolveBosons(
  declared: DeclaredVertex & { class: BosonVertex['class'] },
  convention: Convention,
  context: PolynomialContext,
): ResolvedVertex {
  const parts = declared.terms.map(({ structure, coupling }) => ({
    structure: structure as BosonStructure,
    coupling: share(1, coupling),
  }));
  const term: BosonVertex = { class: declared.class, legs: declared.legs, parts };
  checkBoseSymmetry(term, declared.at);
  const contractions = bosonContractions(declared.legs);
  const ownConjugate = isOwnConjugate(term);
  const lagrangian = convention === 'lagrangian';
  const warnings = conjugateWarnings(term, ownConjugate, declared, convention, context);
  const factor = lagrangian ? contractions : 1;
  const vertex = {
    ...term,
    parts: parts.map(({ structure, coupling }) => ({ structure, coupling: weighted(coupling, factor) })),
  };
  return { vertex, contractions, conjugate: false, ownConjugate, warnings };
}

function resolveFermions(
  declared: DeclaredVertex & { class: FermionVertex['class'] },
  convention: Convention,
  context: PolynomialContext,
): ResolvedVertex {
  const { vertex: term, conjugate } = orient(declared, convention);
  const majorana = isMajoranaPair(term);
  const { vertex, warnings } = majorana
    ? majoranaVertex(term, convention, context)
    : { vertex: term, warnings: [] };
  const ownConjugate = isOwnConjugate(vertex);
  const checked = conjugateWarnings(vertex, ownConjugate, declared, convention, context);
  return {
    vertex,
    contractions: majorana ? 2 : 1,
    conjugate,
    ownConjugate,
    warnings: [...warnings, ...checked],
  };
}

/** The two contractions of a Majorana bilinear double 1, g5 and gamma g5 and cancel gamma. */
function majoranaVertex(
  term: FermionVertex,
  convention: Convention,
  context: PolynomialContext,
): { vertex: FermionVertex; warnings: string[] } {
  const factor = convention === 'lagrangian' ? 2 : 1;
  const doubled = { ...term, even: weighted(term.even, factor), odd: weighted(term.odd, factor) };
  if (term.dipole.even.length + term.dipole.odd.length > 0)
    throw fault(
      'terms',
      `the dipoles of the Majorana field ${quoted(term.bar.field)} vanish identically`,
      'Leave sigma.q and sigma.q.g5 out, or join two different Majorana fields.',
    );
  if (term.class === 'FFS' || vanishes(term.even, context)) return { vertex: doubled, warnings: [] };
  const field = quoted(term.bar.field);
  const fix =
    'Use gamma.g5 (or gamma.PL and gamma.PR with opposite couplings), or declare the fermions as particle and antiparticle.';
  if (term.odd.length === 0 || vanishes(term.odd, context))
    throw fault('terms', `the vector current of the Majorana field ${field} vanishes identically`, fix);
  if (convention === 'vertex')
    throw fault(
      'terms',
      `a Feynman rule of the Majorana field ${field} cannot contain gamma: its vector current vanishes`,
      fix,
    );
  return {
    vertex: { ...doubled, even: [] },
    warnings: [
      `The vector part of the term drops out: the vector current of the Majorana field ${field} is 0.`,
    ],
  };
}
