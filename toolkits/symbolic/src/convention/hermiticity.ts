import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { fault } from '../declaration/fault.ts';
import type { DeclaredVertex } from '../declaration/vertex.ts';
import { conjugated, weighted } from './coupling.ts';
import { hermitianConjugate } from './fermion-flow.ts';
import { adjointOperator, majoranaFlip, operatorOf } from './identical.ts';
import { isMultiple } from './relation.ts';
import type { Convention } from './resolve-vertex.ts';
import { type FourFermionPart, isFermionVertex, isFourFermionVertex, legsOf, type Vertex } from './vertex.ts';

/** Whether the hermitian conjugate of a term contains the same fields, so that the term must be its own conjugate. */
export function isOwnConjugate(vertex: Vertex): boolean {
  if (isFermionVertex(vertex)) {
    const { bar, unbarred, boson } = vertex;
    const bothReal = bar.type === 'self-conjugate' && unbarred.type === 'self-conjugate';
    return boson.type === 'self-conjugate' && (bothReal || bar.field === unbarred.field);
  }
  const operators = legsOf(vertex).map(operatorOf);
  const adjoint = legsOf(vertex).map(adjointOperator);
  return operators.sort().join() === adjoint.sort().join();
}

/** Checks a vertex whose fields are their own conjugates, in either convention.
 * @throws ToolbaseError BAD_ARGUMENTS for a term of a lagrangian that is not hermitian */
export function conjugateWarnings(
  vertex: Vertex,
  ownConjugate: boolean,
  declared: DeclaredVertex,
  convention: Convention,
  context: PolynomialContext,
): readonly string[] {
  if (!ownConjugate) return [];
  return convention === 'lagrangian'
    ? checkHermitian(vertex, declared, context)
    : unhermitianRule(vertex, declared.at, context);
}

/** Checks a term of the lagrangian convention whose conjugate has the same fields: nothing may be added to it, so it
 * must be hermitian as it stands. Without a factor i, or with one too much, it and its conjugate cancel.
 * @throws ToolbaseError BAD_ARGUMENTS */
function checkHermitian(vertex: Vertex, declared: DeclaredVertex, context: PolynomialContext): string[] {
  const relations = ([1, -1] as const).map((sign) => relation(vertex, sign, context));
  if (relations[0] === true) return [];
  const at = declared.at;
  if (relations[1] === true)
    throw fault(
      at,
      'the term is antihermitian as written: with its hermitian conjugate it adds up to 0',
      `A factor I is missing or too much (${needed(vertex)}). Write ${declared.terms.map(timesI).join(' and ')}.`,
    );
  if (relations.includes('unknown'))
    return [
      `The term is taken to be hermitian; this was not checked because a coupling has no value (${needed(vertex)}).`,
    ];
  throw fault(
    at,
    'the term contains only fields that are their own conjugates, but is not hermitian',
    `Give the whole hermitian coupling: ${needed(vertex)}. If "+ h.c." was meant, add the conjugate to the couplings.`,
  );
}

/** What to say of a Feynman rule of fields that are their own conjugates and that no hermitian lagrangian has: the rule is
 * taken as it is given, but "+ h.c." may have been meant, with another width. A common factor i is not told: it is a
 * matter of convention and leaves the square as it is. */
function unhermitianRule(vertex: Vertex, at: string, context: PolynomialContext): string[] {
  const relations = ([1, -1] as const).map((sign) => relation(vertex, sign, context));
  if (relations.includes(true)) return [];
  const consequence = `The rule is used as given; if "+ h.c." was meant, add the conjugate to the couplings (${needed(vertex)})`;
  return relations.includes('unknown')
    ? [
        `${at}: the fields are their own conjugates, and whether a hermitian lagrangian has this Feynman rule was not checked because a coupling has no value. ${consequence}.`,
      ]
    : [
        `${at}: the fields are their own conjugates, and no hermitian lagrangian has this Feynman rule. ${consequence}.`,
      ];
}

const timesI = ({ structure, coupling }: DeclaredVertex['terms'][number]): string =>
  `${structure} with coupling "I*(${coupling.text})"`;

/** Terms with one i d of real fields: the conjugate turns the sign of i, and no exchange of fields turns it back. */
const isRealDerivative = (vertex: Vertex): boolean =>
  (vertex.class === 'SSV' || vertex.class === 'VVV') &&
  legsOf(vertex).every(({ type }) => type === 'self-conjugate');

function relation(vertex: Vertex, sign: 1 | -1, context: PolynomialContext): boolean | 'unknown' {
  if (isFourFermionVertex(vertex))
    return every(
      vertex.parts.map((part) => isMultiple(part.coupling, adjointPart(part).coupling, sign, context)),
    );
  if (!isFermionVertex(vertex))
    return every(
      vertex.parts.map(({ coupling }) =>
        isMultiple(
          coupling,
          weighted(conjugated(coupling), isRealDerivative(vertex) ? -1 : 1),
          sign,
          context,
        ),
      ),
    );
  const swapped = hermitianConjugate(vertex);
  const sameField = vertex.bar.field === vertex.unbarred.field;
  const adjoint = sameField ? swapped : majoranaFlip(swapped);
  return every([
    isMultiple(vertex.even, adjoint.even, sign, context),
    isMultiple(vertex.odd, adjoint.odd, sign, context),
    isMultiple(vertex.dipole.even, adjoint.dipole.even, sign, context),
    isMultiple(vertex.dipole.odd, adjoint.dipole.odd, sign, context),
  ]);
}

function every(parts: readonly (boolean | 'unknown')[]): boolean | 'unknown' {
  if (parts.includes(false)) return false;
  return parts.includes('unknown') ? 'unknown' : true;
}

/** Both bilinears conjugated: g5 alone changes sign, gamma g5 does not. */
export function adjointPart({ vector, five, coupling }: FourFermionPart): FourFermionPart {
  const sign = vector ? 1 : five.filter(Boolean).length === 1 ? -1 : 1;
  return { vector, five, coupling: weighted(conjugated(coupling), sign) };
}

function needed(vertex: Vertex): string {
  if (isFourFermionVertex(vertex))
    return 'real for products of gamma, gamma.g5, gamma.PL, gamma.PR and for 1*1 and g5*g5; imaginary for 1*g5; PR*PR the conjugate of PL*PL';
  if (!isFermionVertex(vertex))
    return isRealDerivative(vertex) ? 'an imaginary coupling of real fields' : 'a real coupling';
  const sameField = vertex.bar.field === vertex.unbarred.field;
  if (vertex.class === 'FFS') return 'real for 1, imaginary for g5, PR the conjugate of PL';
  if (vertex.dipole.even.length + vertex.dipole.odd.length > 0)
    return 'real for gamma, gamma.g5 and sigma.q, imaginary for sigma.q.g5';
  return sameField ? 'real couplings' : 'imaginary for gamma, real for gamma.g5';
}
