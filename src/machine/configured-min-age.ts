import type { MachineLayers } from './layer.ts';

const UNITS_MS = { h: 3_600_000, d: 24 * 3_600_000, w: 7 * 24 * 3_600_000 } as const;

/** How long a version must have been published before it is taken, in ms; 0 when nothing is said. The longest time of
 * all files counts: a project does not shorten what its user asks for. */
export const configuredMinAgeMs = ({ files }: MachineLayers): number =>
  Math.max(0, ...files.map(({ settings }) => millisecondsOf(settings.resolve.minAge ?? '0h')));

const millisecondsOf = (text: string): number =>
  Number.parseInt(text, 10) * UNITS_MS[text.at(-1) as keyof typeof UNITS_MS];
