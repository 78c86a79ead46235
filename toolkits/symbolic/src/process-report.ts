import { type Expression, freeNames, toLatex, toSympy } from 'toolbase/toolkit';
import { type Definition, definitionText } from './algebra/cross-section-form.ts';
import { echoOf } from './convention/echo.ts';
import { factorText } from './convention/factor.ts';
import { expressionNodes, type FormulaNode } from './expression-nodes.ts';
import { polarisationSums } from './polarisation-sums.ts';
import type { ProcessConventions } from './process-result.ts';
import type { Process } from './tree/process.ts';
import { relativeSign } from './tree/tree.ts';

export function processText({ incoming, outgoing }: Process): string {
  const side = (list: Process['incoming']) =>
    list.map(({ field, type }) => (type === 'antiparticle' ? `${field}~` : field)).join(' ');
  return `${side(incoming)} -> ${side(outgoing)}`;
}

export function conventionsOf(
  process: Process,
  photons: 'transverse' | 'metric' | undefined,
): ProcessConventions {
  const { convention, trees, factors, externals } = process;
  return {
    coupling_convention: convention,
    vertices: trees.flatMap(({ vertices }) =>
      vertices.map(({ id, declared, resolved }) => ({ id, ...echoOf(declared, resolved, convention) })),
    ),
    diagrams: trees.map(({ tree }) => ({ name: tree.name, relative_sign: relativeSign(trees, tree) })),
    spin_average: factorText(factors.spinAverage),
    symmetry_factor: factorText(factors.symmetryFactor),
    multiplicity: factorText(factors.multiplicity),
    ...polarisationSums(externals, photons),
    ...propagatorsOf(process),
    flux:
      externals.length === 3
        ? 'width = symmetry_factor * p/(8 pi M**2) * squared_amplitude'
        : 'dsigma/dcos = symmetry_factor * p_out/(32 pi s p_in) * squared_amplitude',
  };
}

function propagatorsOf({ trees }: Process): { propagators?: string } {
  const lines = trees.flatMap(({ tree }) => tree.lines.map(({ propagator }) => propagator));
  const parts = [
    ...(lines.some(({ spin }) => spin === '1') ? ['vectors: -g + q q/m**2 (massless: -g)'] : []),
    ...(lines.some(({ width }) => width !== undefined)
      ? ['fixed widths, in s-channel denominators only']
      : []),
  ];
  return parts.length === 0 ? {} : { propagators: parts.join('; ') };
}

/** A formula as text, with what its names stand for. */
export function formulaOf(
  expression: Expression,
  definitions: readonly Definition[],
  tree = false,
): {
  sympy: string;
  latex: string;
  symbols: string[];
  definitions: { name: string; sympy: string }[];
  tree?: FormulaNode[];
} {
  const defined = new Set(definitions.map(({ name }) => name));
  const names = [expression, ...definitions.map(({ value }) => value)].flatMap((part) => [
    ...freeNames(part),
  ]);
  return {
    sympy: toSympy(expression),
    latex: toLatex(expression),
    symbols: [...new Set(names)].filter((name) => !defined.has(name)),
    definitions: definitions.map(definitionText),
    ...(tree ? { tree: expressionNodes(expression) } : {}),
  };
}

/** Names without a value, of those that are used. */
export function missingNames({ parameters }: Process): string[] {
  return [...parameters.names].filter((name) => !parameters.values.has(name));
}

/** Bytes kept free under the declared maximum. */
const MAX_BYTES = 8000;

type Trimmed = {
  readonly closed_form?:
    | { readonly latex?: string | undefined; readonly tree?: readonly FormulaNode[] | undefined }
    | undefined;
  readonly squared_amplitude?:
    | {
        readonly latex?: string | undefined;
        readonly sympy?: string | undefined;
        readonly tree?: readonly FormulaNode[] | undefined;
      }
    | undefined;
  readonly notes: string[];
};

/** Leaves out what is too long to be read, the least needed first, and says so. */
export function withinSize<T extends Trimmed>(result: T): T {
  const bytes = (value: T): number => new TextEncoder().encode(JSON.stringify(value)).length;
  const without = (value: T, what: string, change: Partial<Trimmed>): T => ({
    ...value,
    ...change,
    notes: [...value.notes, `${what} is left out: it is too long.`],
  });
  const amplitude = (value: T, field: 'latex' | 'sympy', what: string): T =>
    value.squared_amplitude?.[field] === undefined
      ? value
      : without(value, what, { squared_amplitude: { ...value.squared_amplitude, [field]: undefined } });
  const steps: ((value: T) => T)[] = [
    (value) =>
      value.squared_amplitude?.tree === undefined
        ? value
        : without(value, 'The nodes of the squared amplitude', {
            squared_amplitude: { ...value.squared_amplitude, tree: undefined },
          }),
    (value) =>
      value.closed_form?.tree === undefined
        ? value
        : without(value, 'The nodes of the closed form', {
            closed_form: { ...value.closed_form, tree: undefined },
          }),
    (value) => amplitude(value, 'latex', 'LaTeX of the squared amplitude'),
    (value) =>
      value.closed_form?.latex === undefined
        ? value
        : without(value, 'LaTeX of the closed form', {
            closed_form: { ...value.closed_form, latex: undefined },
          }),
    (value) => (value.closed_form === undefined ? value : amplitude(value, 'sympy', 'The squared amplitude')),
    (value) =>
      value.closed_form === undefined ? value : without(value, 'The closed form', { closed_form: undefined }),
    (value) => amplitude(value, 'sympy', 'The squared amplitude'),
  ];
  return steps.reduce((value, step) => (bytes(value) <= MAX_BYTES ? value : step(value)), result);
}
