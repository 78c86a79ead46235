import type { PairPart } from '../algebra/pair-product.ts';
import type { DiracTerm } from '../algebra/gamma-trace.ts';
import type { ScalarProducts, Slot, TensorTerm } from '../algebra/tensor.ts';
import { bracket, ProgramNames } from '../traces/program-names.ts';

/** Exit status when the package FeynCalc is not installed. */
export const NO_FEYNCALC = 3;

/** A program in the Wolfram language with FeynCalc that writes one product of diagrams to each of M1, M2, ..., and the
 * version of FeynCalc to `version`. It holds nothing of the caller's: names are x1, p1, m1, ....
 * @see FeynCalc's reference on TR, GA, GS, FV, MT, SP, Eps, Contract, EpsContract, ScalarProduct and $LeviCivitaSign */
export function feynCalcProgram(pairs: readonly (readonly PairPart[])[], products: ScalarProducts): string {
  const names = new ProgramNames(products, 'I');
  const sums = pairs.map((parts) => bracket(parts.map((part) => partText(part, names))));
  return [
    '$FeynCalcStartupMessages = False;',
    `If[Get["FeynCalc\`"] === $Failed, Exit[${NO_FEYNCALC}]];`,
    // TR[GA[a,b,c,d,5]] = -4 I Eps[a,b,c,d], as here.
    '$LeviCivitaSign = -1;',
    'write[name_, value_] := Module[{stream = OpenWrite[name]},',
    '  WriteString[stream, ToString[value, InputForm]]; Close[stream]];',
    // At most three momenta are independent, so a single Eps is 0.
    'reduced[value_] := Expand[ReplaceAll[Expand[Contract[EpsContract[Expand[Contract[value]]]]], _Eps -> 0]];',
    ...sums.map((_, index) => `Clear[s${index + 1}];`),
    ...names.products().map(({ left, right, value }) => `ScalarProduct[${left}, ${right}] = ${value};`),
    ...sums.map((sum, index) => `s${index + 1} = reduced[${sum}];\nwrite["M${index + 1}", s${index + 1}];`),
    'write["version", $FeynCalcVersion];',
    'Exit[0];',
    '',
  ].join('\n');
}

function partText({ coefficient, traces, factors }: PairPart, names: ProgramNames): string {
  const loops = traces.map((trace) => bracket(trace.flatMap((term) => traceText(term, names))));
  const tensors = factors.map((terms) => bracket(terms.map((term) => tensorText(term, names))));
  return [names.polynomial(coefficient), ...loops, ...tensors].join('\n  *');
}

function traceText({ coefficient, slots, five }: DiracTerm, names: ProgramNames): string[] {
  if (slots.length === 0) return five ? [] : [`4*${names.polynomial(coefficient)}`];
  const gammas = slots.map((slot) => `${names.isMomentum(slot) ? 'GS' : 'GA'}[${names.slot(slot)}]`);
  return [`${names.polynomial(coefficient)}*TR[${[...gammas, ...(five ? ['GA[5]'] : [])].join('.')}]`];
}

function tensorText({ coefficient, pairs, epsilons }: TensorTerm, names: ProgramNames): string {
  const metrics = pairs.map(([a, b]) => {
    const [left, right] = [names.slot(a), names.slot(b)];
    if (names.isMomentum(a)) return names.isMomentum(b) ? `SP[${left}, ${right}]` : `FV[${left}, ${right}]`;
    return names.isMomentum(b) ? `FV[${right}, ${left}]` : `MT[${left}, ${right}]`;
  });
  const wrapped = (slot: Slot): string =>
    `${names.isMomentum(slot) ? 'Momentum' : 'LorentzIndex'}[${names.slot(slot)}]`;
  const tensors = epsilons.map((slots) => `Eps[${slots.map(wrapped).join(', ')}]`);
  return [names.polynomial(coefficient), ...metrics, ...tensors].join('*');
}
