import { flush } from '@oclif/core';
import { tellError } from './tell-error.ts';
import { asReport } from './usage-error.ts';

/** Commands that scripts and agents start often, by name: `bin/run.js` lists the same. */
const QUICK = {
  call: () => import('./commands/call.ts'),
  diff: () => import('./commands/diff.ts'),
  explain: () => import('./commands/explain.ts'),
  install: () => import('./commands/install.ts'),
  list: () => import('./commands/list.ts'),
  lock: () => import('./commands/lock.ts'),
  outdated: () => import('./commands/outdated.ts'),
  types: () => import('./commands/types.ts'),
  verify: () => import('./commands/verify.ts'),
  view: () => import('./commands/view.ts'),
};

/** Runs one of them. @param argv without the command's name   @param program URL of the file that was started */
export async function quickMain(
  name: keyof typeof QUICK,
  argv: readonly string[],
  program: string,
): Promise<void> {
  try {
    const { default: Chosen } = await QUICK[name]();
    await Chosen.run([...argv], program);
    await flush();
  } catch (thrown) {
    const report = asReport(thrown);
    if (report !== undefined) tellError(report, argv.includes('--json'));
  }
}
