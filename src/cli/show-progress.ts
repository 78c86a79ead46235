import type { OnEvent } from '../workflow/index.ts';
import type { Progress } from './render/progress.ts';
import { sizeText } from './render/size.ts';
import { terminalText } from './render/visible-text.ts';

const STAGES = {
  create: 'making the folder',
  install: 'installing packages',
  compile: 'compiling',
  seal: 'hashing the files',
} as const;

/** Shows what locking and installing are doing; a lock that had to be ignored is said for good. */
export const showWorkflow =
  (progress: Progress): OnEvent =>
  (event) => {
    switch (event.kind) {
      case 'resolved': {
        progress.update(`resolved ${event.toolkits} toolkit${event.toolkits === 1 ? '' : 's'}`);
        return;
      }
      case 'fetched': {
        progress.update(
          `fetched ${event.done} of ${event.total}: ${event.name} ${event.version} (${sizeText(event.sizeBytes)})`,
        );
        return;
      }
      case 'installed': {
        progress.update(`installed ${event.name} ${event.version}`);
        return;
      }
      case 'building': {
        progress.update(`${event.label}: ${event.line ?? STAGES[event.stage]}`);
        return;
      }
      case 'lock-ignored':
        progress.done();
        process.stderr.write(terminalText(`toolbase: the lock is built anew: ${event.reason}\n`));
        return undefined;
    }
  };
