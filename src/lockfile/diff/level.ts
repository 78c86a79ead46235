import { z } from 'zod';

const ORDER = ['none', 'patch', 'minor', 'major'] as const;

/** The semantic-version step that a change deserves for a caller. `none`: nobody can notice. */
export const Level = z.enum(ORDER);
export type Level = z.output<typeof Level>;

/** The highest of the levels; `none` for none. */
export const highest = (levels: readonly Level[]): Level =>
  ORDER.findLast((level) => levels.includes(level)) ?? 'none';

export const reaches = (level: Level, wanted: Level): boolean =>
  ORDER.indexOf(level) >= ORDER.indexOf(wanted);
