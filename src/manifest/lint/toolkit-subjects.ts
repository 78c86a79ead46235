import { lowerSchema } from '../lower-schema.ts';
import { ManifestFaults } from '../manifest-faults.ts';
import { candidatesOf, type DescribedOperations } from '../operation-candidates.ts';
import type { ToolkitSource } from '../toolkit-source.ts';
import type { LintSubject } from './lint-subject.ts';

/** The operations of a toolkit as a loadout would show them, also those that cannot be packed.
 * @param prefix the alias that a loadout gives by default; empty when it gives none */
export function toolkitSubjects(
  described: DescribedOperations,
  source: ToolkitSource,
  prefix: string,
): LintSubject[] {
  // What is wrong with them is told by packing, which judges the whole toolkit.
  return candidatesOf(described, source.operations, new ManifestFaults()).map((candidate) => {
    const lowered = lowerSchema(candidate.inputSchema, 'input');
    return {
      name: prefix === '' ? candidate.name : `${prefix}__${candidate.name}`,
      prefix,
      title: candidate.title,
      description: candidate.description,
      authored: candidate.inputSchema,
      served: lowered.kind === 'lowered' ? lowered.schema : undefined,
    };
  });
}
