import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { quoted } from '../declaration/fault.ts';
import type { Particle } from '../declaration/particles.ts';
import type { DeclaredVertex } from '../declaration/vertex.ts';
import { type Coupling, conjugated, couplingValue, share, weighted } from './coupling.ts';
import { hermitianConjugate } from './fermion-flow.ts';
import { adjointOperator, operatorOf } from './identical.ts';
import { isMultiple, vanishes } from './relation.ts';
import type { ResolvedVertex } from './resolve-vertex.ts';
import { type BosonVertex, type FermionVertex, isFermionVertex, type Vertex } from './vertex.ts';

type NamedVertex = {
  readonly id: string;
  readonly declared: DeclaredVertex;
  readonly resolved: ResolvedVertex;
};

/** Warns of two Feynman rules of one hermitian term, one for its fields and one for the conjugate ones (both, where the fields
 * are their own conjugates), whose couplings are not conjugates of each other: a conjugate was forgotten, or an effective
 * description means it. A common sign is not told: a factor i in both rules gives it, and so does the order of the legs of a
 * derivative. Couplings count as different when their values do, or when two formulas differ by a sign only. Four fermions
 * and pairs of Majorana fields are not compared. */
export function conjugatePairWarnings(
  vertices: readonly NamedVertex[],
  context: PolynomialContext,
): string[] {
  const told = new Set<string>();
  return vertices.flatMap((second, index) =>
    vertices.slice(0, index).flatMap((first) => {
      const [here, there] = [contentOf(first.resolved.vertex), contentOf(second.resolved.vertex)];
      if (here === undefined || there === undefined || here.adjoint !== there.own) return [];
      const pair = [here.own, there.own].sort().join();
      if (told.has(pair) || !disagree(first, second, context)) return [];
      told.add(pair);
      return [warning(first, second, context)];
    }),
  );
}

/** The field operators of a rule and those of its hermitian conjugate; undefined where they are not compared. */
function contentOf(vertex: Vertex): { readonly own: string; readonly adjoint: string } | undefined {
  if (isFermionVertex(vertex)) {
    const { bar, unbarred, boson } = vertex;
    if (bar.type === 'self-conjugate' && unbarred.type === 'self-conjugate') return undefined;
    const written = (left: Particle, right: Particle, operator: string): string =>
      `${left.field}bar ${right.field} ${operator}`;
    return {
      own: written(bar, unbarred, operatorOf(boson)),
      adjoint: written(unbarred, bar, adjointOperator(boson)),
    };
  }
  if (vertex.class === 'FFFF') return undefined;
  const written = (operators: readonly string[]): string => [...operators].sort().join(' ');
  return {
    own: written(vertex.legs.map(operatorOf)),
    adjoint: written(vertex.legs.map(adjointOperator)),
  };
}

function disagree(first: NamedVertex, second: NamedVertex, context: PolynomialContext): boolean {
  const [a, b] = [first.resolved.vertex, second.resolved.vertex];
  if (!differ(partsOf(conjugateOf(a)), partsOf(b), context)) return false;
  // Two equal rules that are both not hermitian are warned of one by one.
  return !first.resolved.ownConjugate || differ(partsOf(a), partsOf(b), context);
}

const conjugateOf = (vertex: Vertex): Vertex => {
  if (isFermionVertex(vertex)) return hermitianConjugate(vertex);
  if (vertex.class === 'FFFF') return vertex;
  return {
    ...vertex,
    parts: vertex.parts.map(({ structure, coupling }) => ({ structure, coupling: conjugated(coupling) })),
  };
};

/** Couplings by the structure that they stand at. */
type Parts = ReadonlyMap<string, Coupling>;

function partsOf(vertex: Vertex): Parts {
  if (isFermionVertex(vertex)) return fermionParts(vertex);
  return new Map(
    vertex.class === 'FFFF'
      ? []
      : vertex.parts.map(({ structure, coupling }: BosonVertex['parts'][number]) => [structure, coupling]),
  );
}

const fermionParts = ({ even, odd, dipole }: FermionVertex): Parts =>
  new Map([
    ['even', even],
    ['odd', odd],
    ['dipole even', dipole.even],
    ['dipole odd', dipole.odd],
  ]);

/** Relative to the largest coupling of the rule: decimals of two equal formulas may be rounded differently. */
const TOLERANCE = 1e-9;

/** Whether two rules are different for certain, also up to a sign. */
function differ(a: Parts, b: Parts, context: PolynomialContext): boolean {
  const structures = [...new Set([...a.keys(), ...b.keys()])];
  const pairs = structures.map((name) => [a.get(name) ?? [], b.get(name) ?? []] as const);
  const scale = Math.max(
    ...pairs.flat().map((coupling) => {
      const value = couplingValue(coupling);
      return value === undefined ? 0 : Math.hypot(value.re, value.im);
    }),
  );
  return ([1, -1] as const).every((sign) =>
    pairs.some(([x, y]) => {
      const [left, right] = [couplingValue(x), couplingValue(y)];
      if (left === undefined || right === undefined)
        return isMultiple(x, y, sign === 1 ? -1 : 1, context) === true && !vanishes(x, context);
      return Math.hypot(left.re - sign * right.re, left.im - sign * right.im) > TOLERANCE * scale;
    }),
  );
}

function warning(first: NamedVertex, second: NamedVertex, context: PolynomialContext): string {
  const [here, there] = [first, second].map(({ resolved }) => contentOf(resolved.vertex)?.own ?? '');
  const [one, other] = [quoted(first.id), quoted(second.id)];
  const fields = first.resolved.ownConjugate
    ? `the same fields, ${here ?? ''},`
    : `the same fields in opposite directions, ${here ?? ''} and ${there ?? ''},`;
  const wanted = first.declared.terms.map((term) => conjugateTerm(first.declared.class, term, context));
  const found = second.declared.terms.map(({ structure, coupling }) => worded(structure, coupling.text));
  return `Vertices ${one} and ${other} couple ${fields} with couplings that are not conjugates of each other: no hermitian lagrangian has both. Beside ${one} it has ${wanted.join(' and ')} at ${other}, up to a common sign, and not ${found.join(' and ')}. The rules are used as given.`;
}

const worded = (structure: string, coupling: string): string =>
  `${structure} with coupling ${quoted(coupling)}`;

const TURNED: Readonly<Record<string, string>> = { PL: 'PR', PR: 'PL' };

/** The conjugate of a declared term: the chiralities of a scalar are exchanged, and g5 without gamma changes sign. */
function conjugateTerm(
  name: DeclaredVertex['class'],
  { structure, coupling }: DeclaredVertex['terms'][number],
  context: PolynomialContext,
): string {
  const sign = structure === 'g5' || structure === 'sigma.q.g5' ? -1 : 1;
  const plain = share(1, coupling);
  const wanted = weighted(conjugated(plain), sign);
  const value = couplingValue(wanted);
  const turned = name === 'FFS' ? (TURNED[structure] ?? structure) : structure;
  if (isMultiple(plain, wanted, 1, context) === true) return worded(turned, coupling.text);
  if (value !== undefined) return worded(turned, complexText(value));
  const isReal = isMultiple(plain, conjugated(plain), 1, context) === true;
  const text = isReal ? `(${coupling.text})` : `conjugate(${coupling.text})`;
  return worded(turned, sign === -1 ? `-${text}` : text);
}

function complexText({ re, im }: { readonly re: number; readonly im: number }): string {
  if (im === 0) return `${re}`;
  if (re === 0) return `${im}*I`;
  return `${re} ${im < 0 ? '-' : '+'} ${Math.abs(im)}*I`;
}
