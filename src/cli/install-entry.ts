import { flush } from '@oclif/core';
import Install from './commands/install.ts';
import { tellError } from './tell-error.ts';
import { asReport } from './usage-error.ts';

/** Runs `toolbase install`. @param argv without the command's name   @param program URL of the file that was started */
export async function installMain(argv: readonly string[], program: string): Promise<void> {
  try {
    await Install.run([...argv], program);
    await flush();
  } catch (thrown) {
    const report = asReport(thrown);
    if (report !== undefined) tellError(report, argv.includes('--json'));
  }
}
