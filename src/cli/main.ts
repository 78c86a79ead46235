import { Config, flush, run } from '@oclif/core';
import { outliveReaders } from './outlive-readers.ts';
import { tellError } from './tell-error.ts';
import { asReport } from './usage-error.ts';

/** Runs the command line: parses, runs one command, fixes the exit status.
 * @param program URL of the file that was started */
export async function main(argv: readonly string[], program: string): Promise<void> {
  outliveReaders();
  const config = await Config.load(program);
  try {
    await run([...argv], config);
    await flush();
  } catch (thrown) {
    const report = asReport(thrown, { commands: config.commandIDs });
    if (report !== undefined) tellError(report, argv.includes('--json'));
  }
}
