import Install from './commands/install.ts';
import { runQuick } from './run-quick.ts';

/** `toolbase install`, as `quickMain` of the other commands of one word. */
export const quickMain = (_name: 'install', argv: readonly string[], program: string): Promise<void> =>
  runQuick(() => Promise.resolve({ default: Install }), argv, program);
