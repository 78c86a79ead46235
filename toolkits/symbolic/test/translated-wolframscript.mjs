#!/usr/bin/env node
// Stands in for wolframscript with FeynCalc: translates the few functions that the toolkit uses to FORM, runs it, and
// writes what FeynCalc would. Anything else in the program ends it with status 1.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [flag, file, ...more] = process.argv.slice(2);
if (flag === '-version') {
  console.log('WolframScript 1.12.0 for Linux x86 (64-bit)');
  process.exit(0);
}
if (flag !== '-file' || more.length > 0) throw new Error('usage: wolframscript -file FILE');
const text = readFileSync(file, 'utf8').replaceAll(/\n {2,}/g, '');
if (!text.startsWith('$FeynCalcStartupMessages = False;\nIf[Get["FeynCalc`"] === $Failed, Exit[3]];'))
  throw new Error('FeynCalc is loaded first');
const products = [...text.matchAll(/^ScalarProduct\[(\w+), (\w+)\] = (.*);$/gm)];
const sums = [...text.matchAll(/^s(\d+) = reduced\[(.*)\];$/gm)];
let lines = 0;

/** Traces in one pair of parentheses are added up and share a spin line, of which FORM has few; others are multiplied. */
function withSpinLines(sum) {
  const open = [];
  let seen = new Map();
  let parentheses = 0;
  return sum.replaceAll(/TR\[((?:G[AS]\[\w+\]\.?)+)\]|[()]|\+/g, (token, chain) => {
    if (token === '(') open.push(parentheses++);
    else if (token === ')') open.pop();
    else if (token === '+' && open.length === 1) seen = new Map();
    if (chain === undefined) return token;
    const own = open.at(-1);
    const line = seen.get(own) ?? seen.size + 1;
    seen.set(own, line);
    lines = Math.max(lines, line);
    return [...chain.matchAll(/G[AS]\[(\w+)\]/g)]
      .map(([, slot]) => (slot === '5' ? `g5_(${line})` : `g_(${line},${slot})`))
      .join('*');
  });
}

const translated = sums.map(([, index, sum]) => {
  const form = withSpinLines(sum)
    .replaceAll(/SP\[(\w+), (\w+)\]/g, '$1.$2')
    .replaceAll(/FV\[(\w+), (\w+)\]/g, '$1($2)')
    .replaceAll(/MT\[(\w+), (\w+)\]/g, 'd_($1,$2)')
    // Tr[a b c d g5] is -4 I Eps, and 4 e_ in FORM.
    .replaceAll(/Eps\[([^\]]*\][^\]]*\][^\]]*\][^\]]*\])\]/g, (_, list) => {
      const slots = [...list.matchAll(/(?:Momentum|LorentzIndex)\[(\w+)\]/g)].map(([, slot]) => slot);
      return `(i_*e_(${slots.join(',')}))`;
    })
    .replaceAll(/\bI\b/g, 'i_');
  if (/[A-Z[\]]/.test(form)) throw new Error(`not understood: ${form.slice(0, 200)}`);
  return `Local M${index} = ${form};`;
});
const used = (letter) => [...new Set(text.match(new RegExp(`\\b${letter}\\d+\\b`, 'g')) ?? [])];
const indices = used('m');
writeFileSync(
  'run.frm',
  [
    '#-',
    'Off statistics;',
    `Symbols ${['x0', ...used('x')].join(', ')};`,
    `Vectors ${['w1', 'w2', 'w3', 'w4', ...used('p')].join(', ')};`,
    ...(indices.length > 0 ? [`Indices ${indices.join(', ')};`] : []),
    ...translated,
    ...Array.from({ length: lines }, (_, line) => `trace4, ${line + 1};`),
    ...['contract;', '.sort', 'contract;', '.sort', 'contract;', 'id e_(w1?,w2?,w3?,w4?) = 0;'],
    ...products.map(([, left, right, value]) => `id ${left}.${right} = ${value.replaceAll(/\bI\b/g, 'i_')};`),
    '.sort',
    'Format 255;',
    ...sums.map(([, index]) => `#write <F${index}> "%E" M${index}`),
    '.end',
    '',
  ].join('\n'),
);
execFileSync('/usr/bin/form', ['-q', 'run.frm']);
for (const [, index] of sums)
  writeFileSync(`M${index}`, readFileSync(`F${index}`, 'utf8').replaceAll(/\s+/g, ' ').replaceAll('i_', 'I'));
writeFileSync('version', '"10.1.0"');
