import type { Limits } from '../../manifest/index.ts';
import { type Level, highest } from './level.ts';

/** What a call that worked could have used up to. */
const CUTTING = ['wallMs', 'memoryMiB', 'outputBytes'] as const;

/** A level for changed limits: `major` when a call that worked may now be cut off; how many run at once only makes others
 * wait. */
export const limitsLevel = (before: Limits, after: Limits): Level =>
  highest([
    'patch',
    ...CUTTING.map((name): Level => {
      const rise = (after[name] ?? Infinity) - (before[name] ?? Infinity);
      return rise < 0 ? 'major' : rise > 0 ? 'minor' : 'none';
    }),
  ]);
