import { ToolbaseError } from 'toolbase/toolkit';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import { sToFF, withValues } from './diagrams.ts';

/** A sound decay, and the same with one thing changed. */
export const good = withValues(sToFF({ '1': 'y' }), { y: 0.87, mS: 1240, mf: 320 });

/** The error of a decay that is refused. */
export function failure(input: DeclaredDiagram): ToolbaseError {
  try {
    decayRate(input);
  } catch (error) {
    if (error instanceof ToolbaseError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

export const particle = (
  index: number,
  change: Partial<DeclaredDiagram['particles'][number]>,
): DeclaredDiagram => ({
  ...good,
  particles: good.particles.map((p, at) => (at === index ? { ...p, ...change } : p)),
});
export const vertex = (change: Partial<DeclaredDiagram['vertices'][number]>): DeclaredDiagram => ({
  ...good,
  vertices: [{ ...good.vertices[0]!, ...change }],
});
export const terms = (...list: Partial<DeclaredDiagram['terms'][number]>[]): DeclaredDiagram => ({
  ...good,
  terms: list.map((term) => ({ ...good.terms[0]!, ...term })),
});
export const parameters = (...list: NonNullable<DeclaredDiagram['parameters']>): DeclaredDiagram => ({
  ...good,
  parameters: list,
});
export const value = (name: string, number: number) =>
  parameters(...good.parameters!.map((p) => (p.name === name ? { name, value: number } : p)));
