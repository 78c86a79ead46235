import type { PolynomialContext } from './algebra/coupling-polynomial.ts';
import { type Masses, massesOf } from './algebra/decay-products.ts';
import { Generators } from './algebra/generators.ts';
import { type Factor, factorText, readFactor, spinAverage, symmetryFactor } from './convention/factor.ts';
import { fieldNumberWarnings } from './convention/field-number.ts';
import { type Convention, type ResolvedVertex, resolveVertex } from './convention/resolve-vertex.ts';
import type { DeclaredDiagram } from './declaration/input.ts';
import { type Parameters, readParameters } from './declaration/parameters.ts';
import { type Externals, readExternals, sameMass } from './declaration/particles.ts';
import { type DeclaredVertex, readVertex } from './declaration/vertex.ts';
import type { Factors } from './numeric/width.ts';
import { checkMasslessVectors } from './tree/vector-checks.ts';

/** A two-body decay that was found sound, ready for both engines. */
export type Decay = {
  readonly externals: Externals;
  readonly parameters: Parameters;
  readonly declared: DeclaredVertex;
  readonly convention: Convention;
  readonly resolved: ResolvedVertex;
  readonly factors: Factors;
  readonly masses: Masses;
  readonly context: PolynomialContext;
  readonly warnings: readonly string[];
};

/** @throws ToolbaseError BAD_ARGUMENTS, BAD_EXPRESSION or UNSUPPORTED, naming the field */
export function readDecay(input: DeclaredDiagram): Decay {
  const parameters = readParameters(input.parameters ?? []);
  const externals = readExternals(input.particles, parameters);
  const declared = readVertex(input.vertices, input.terms, externals, parameters);
  const generators = new Generators();
  const context = { generators, values: parameters.values };
  const masses = massesOf(externals, generators);
  const convention = input.coupling_convention;
  const resolved = resolveVertex(declared, convention, context);
  checkMasslessVectors(resolved.vertex, declared.at, context);
  const { factors, overridden } = readFactors(input, externals);
  const warnings = [
    ...resolved.warnings,
    ...fieldNumberWarnings(resolved.vertex),
    ...overridden,
    ...lookalikes(externals),
    ...smallVectors(externals),
    ...unused(input, parameters),
  ];
  return { externals, parameters, declared, convention, resolved, factors, masses, context, warnings };
}

const ONE: Factor = { numerator: 1n, denominator: 1n };

function readFactors(
  input: DeclaredDiagram,
  externals: Externals,
): { factors: Factors; overridden: string[] } {
  const overridden: string[] = [];
  const chosen = (field: 'spin_average' | 'symmetry_factor', found: Factor): Factor => {
    const given = input[field];
    if (given === undefined) return found;
    const factor = readFactor(field, given, 1);
    if (factorText(factor) !== factorText(found))
      overridden.push(
        `${field} ${factorText(factor)} was given; the declaration implies ${factorText(found)}.`,
      );
    return factor;
  };
  const { multiplicity } = input;
  return {
    factors: {
      spinAverage: chosen('spin_average', spinAverage(externals)),
      symmetryFactor: chosen('symmetry_factor', symmetryFactor(externals)),
      multiplicity: multiplicity === undefined ? ONE : readFactor('multiplicity', multiplicity, 1e6),
    },
    overridden,
  };
}

/** Two fields that may have been meant to be one, which halves the width. */
function lookalikes({ products: [first, second] }: Externals): string[] {
  const alike =
    first.field !== second.field &&
    first.type === 'self-conjugate' &&
    second.type === 'self-conjugate' &&
    first.spin === second.spin &&
    sameMass(first.mass, second.mass);
  return alike
    ? [
        `${first.id} and ${second.id} have equal mass but different fields, so they count as distinct; identical particles need the same field.`,
      ]
    : [];
}

/** Ratio of masses from which the longitudinal mode rules the width. */
const LONGITUDINAL = 100;

function smallVectors({ parent, products }: Externals): string[] {
  const heavy = parent.mass.value?.re;
  return products.flatMap(({ id, spin, mass }) =>
    spin === '1' && heavy !== undefined && mass.value !== undefined && heavy > LONGITUDINAL * mass.value.re
      ? [
          `The vector ${id} is light: its longitudinal mode makes the width grow like 1/mass**2 as the mass goes to 0.`,
        ]
      : [],
  );
}

function unused(input: DeclaredDiagram, { names }: Parameters): string[] {
  const texts = [...input.particles.map(({ mass }) => mass), ...input.terms.map(({ coupling }) => coupling)];
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []));
  const idle = [...names].filter((name) => !words.has(name));
  return idle.length === 0
    ? []
    : [`Not used: ${idle.slice(0, 10).join(', ')}${idle.length > 10 ? ', ...' : ''}.`];
}
