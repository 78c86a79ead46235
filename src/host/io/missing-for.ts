import type { ToolbaseError } from '../../kernel/index.ts';
import type { Declarations, MachineLayers } from '../../machine/index.ts';
import { surveyMachine } from '../../machine/io/index.ts';

/** What toolkits lack on this machine to run, in the order of the toolkits: settings without a value or with one that
 * does not fit, secrets that cannot be read, external programs that are not there. */
export async function missingFor(
  toolkits: readonly Declarations[],
  layers: MachineLayers,
): Promise<ToolbaseError[]> {
  const problems: ToolbaseError[] = [];
  // One toolkit after the other: each external is a program that is started.
  for (const toolkit of toolkits) {
    const { settings, externals } = await surveyMachine(toolkit, layers);
    for (const { problem } of [...settings, ...externals]) if (problem !== undefined) problems.push(problem);
  }
  return problems;
}
