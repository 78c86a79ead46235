import { z } from 'zod';
import { ToolkitName } from '../../kernel/index.ts';
import { LinkedToolkit, type Lock } from '../lock.ts';
import { compareRecords } from './compare-records.ts';

/** A toolkit that is newly linked from a working tree (no `before`), no longer (no `after`), or from other files. */
export const LinkedDiff = z.strictObject({
  toolkit: ToolkitName,
  before: LinkedToolkit.optional(),
  after: LinkedToolkit.optional(),
});
export type LinkedDiff = z.output<typeof LinkedDiff>;

/** Sorted by name. What a change means is told by the operations. */
export const compareLinked = (before: Lock, after: Lock): LinkedDiff[] =>
  compareRecords(before.linked ?? {}, after.linked ?? {}, () => 'none').map(
    ({ name, before: was, after: is }) => ({
      toolkit: ToolkitName.parse(name),
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    }),
  );
