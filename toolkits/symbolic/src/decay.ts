import type { PolynomialContext } from './algebra/coupling-polynomial.ts';
import { type Masses, massesOf } from './algebra/decay-products.ts';
import { Generators } from './algebra/generators.ts';
import type { Factors } from './convention/factor.ts';
import { fieldNumberWarnings } from './convention/field-number.ts';
import { processFactors } from './convention/process-factors.ts';
import { type Convention, type ResolvedVertex, resolveVertex } from './convention/resolve-vertex.ts';
import { readCharges } from './declaration/charges.ts';
import type { DeclaredDiagram } from './declaration/input.ts';
import { type Parameters, readParameters } from './declaration/parameters.ts';
import { type Externals, label, readExternals, sameMass } from './declaration/particles.ts';
import { type DeclaredVertex, readVertex } from './declaration/vertex.ts';
import { unusedNames } from './declaration/unused-names.ts';
import { checkCharges } from './tree/charge-checks.ts';
import { checkMasslessVectors, lightVectorWarnings } from './tree/vector-checks.ts';

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
  const all = [externals.parent, ...externals.products];
  const ofCharges = checkCharges(all, [], readCharges(input.particles));
  const declared = readVertex(input.vertices, input.terms, externals, parameters);
  const generators = new Generators();
  const context = { generators, values: parameters.values };
  const masses = massesOf(externals, generators);
  const convention = input.coupling_convention;
  const resolved = resolveVertex(declared, convention, context);
  checkMasslessVectors(resolved.vertex, declared.at, context);
  const { factors, warnings: ofFactors } = processFactors(input, [externals.parent], externals.products);
  const warnings = [
    ...resolved.warnings,
    ...fieldNumberWarnings(resolved.vertex),
    ...ofFactors,
    ...ofCharges,
    ...lookalikes(externals),
    ...lightVectorWarnings(resolved.vertex, externals, context),
    ...unusedNames(input, parameters),
  ];
  return { externals, parameters, declared, convention, resolved, factors, masses, context, warnings };
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
        `${label(first)} and ${label(second)} have equal mass but different fields, so they count as distinct; identical particles need the same field.`,
      ]
    : [];
}
