import { flush } from '@oclif/core';
import { outliveReaders } from './outlive-readers.ts';
import { tellError } from './tell-error.ts';
import { asReport } from './usage-error.ts';

type Runs = { readonly default: { run(argv: string[], program: string): Promise<unknown> } };

/** Runs one command, and fixes the exit status.
 * @param load its module   @param argv without the command's name   @param program URL of the file that was started */
export async function runQuick(
  load: () => Promise<Runs>,
  argv: readonly string[],
  program: string,
): Promise<void> {
  outliveReaders();
  try {
    const { default: Chosen } = await load();
    await Chosen.run([...argv], program);
    await flush();
  } catch (thrown) {
    const report = asReport(thrown);
    if (report !== undefined) tellError(report, argv.includes('--json'));
  }
}
