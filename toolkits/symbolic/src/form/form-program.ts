import type { PairPart } from '../algebra/pair-product.ts';
import type { ScalarProducts, TensorTerm } from '../algebra/tensor.ts';
import { bracket, ProgramNames } from '../traces/program-names.ts';

/** A FORM program that prints one expression for each pair of diagrams, and nothing of the caller's: names are x1, x2,
 * ..., momenta p1, ..., indices m1, .... FORM executes commands (#system), so no text of a caller may reach it. */
export function formProgram(pairs: readonly (readonly PairPart[])[], products: ScalarProducts): string {
  const names = new ProgramNames(products, 'i_');
  const locals = pairs.map((parts, index) => {
    const text = parts.map((part) => partText(part, names)).join('\n  +');
    return `Local M${index + 1} =\n  +${text === '' ? '0' : text};`;
  });
  const substitutions = names.products().map(({ left, right, value }) => `id ${left}.${right} = ${value};`);
  const lines = Math.max(1, ...pairs.flatMap((parts) => parts.map(({ traces }) => traces.length)));
  return [
    '#-',
    'Off statistics;',
    `Symbols ${['x0', ...names.symbols()].join(', ')};`,
    `Vectors ${['w1', 'w2', 'w3', 'w4', ...names.vectors()].join(', ')};`,
    ...(names.indices().length > 0 ? [`Indices ${names.indices().join(', ')};`] : []),
    ...locals,
    ...Array.from({ length: lines }, (_, line) => `trace4, ${line + 1};`),
    'contract;',
    '.sort',
    'contract;',
    '.sort',
    'contract;',
    // At most three momenta are independent.
    'id e_(w1?,w2?,w3?,w4?) = 0;',
    ...substitutions,
    '.sort',
    'Format 255;',
    ...pairs.map((_, index) => `#write <M${index + 1}> "%E" M${index + 1}`),
    '.end',
    '',
  ].join('\n');
}

function partText({ coefficient, traces, factors }: PairPart, names: ProgramNames): string {
  const loops = traces.map((trace, line) =>
    bracket(
      trace.map(({ coefficient: own, slots, five }) => {
        const gammas =
          slots.length === 0 ? '' : `*g_(${line + 1},${slots.map((slot) => names.slot(slot)).join(',')})`;
        return `${names.polynomial(own)}*gi_(${line + 1})${gammas}${five ? `*g5_(${line + 1})` : ''}`;
      }),
    ),
  );
  const tensors = factors.map((terms) => bracket(terms.map((term) => tensorText(term, names))));
  return [names.polynomial(coefficient), ...loops, ...tensors].join('\n  *');
}

function tensorText({ coefficient, pairs, epsilons }: TensorTerm, names: ProgramNames): string {
  const metrics = pairs.map(([a, b]) => {
    const [left, right] = [names.slot(a), names.slot(b)];
    if (names.isMomentum(a)) return names.isMomentum(b) ? `${left}.${right}` : `${left}(${right})`;
    return names.isMomentum(b) ? `${right}(${left})` : `d_(${left},${right})`;
  });
  // FORM's trace of g5 is 4 e_ where ours is -4 i epsilon.
  const tensors = epsilons.map((slots) => `(i_*e_(${slots.map((slot) => names.slot(slot)).join(',')}))`);
  return [names.polynomial(coefficient), ...metrics, ...tensors].join('*');
}
