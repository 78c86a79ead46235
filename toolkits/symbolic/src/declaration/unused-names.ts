import type { DeclaredDiagram } from './input.ts';
import type { Parameters } from './parameters.ts';

const SHOWN = 10;

/** Warns of parameters that stand in no mass, width or coupling. */
export function unusedNames(input: DeclaredDiagram, { names }: Parameters): string[] {
  const texts = [
    ...input.particles.flatMap(({ mass, width }) => [mass, width ?? '']),
    ...input.terms.map(({ coupling }) => coupling),
  ];
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []));
  const idle = [...names].filter((name) => !words.has(name));
  return idle.length === 0
    ? []
    : [`Not used: ${idle.slice(0, SHOWN).join(', ')}${idle.length > SHOWN ? ', ...' : ''}.`];
}
