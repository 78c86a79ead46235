import { mkdirSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { OperationContext } from 'toolbase/toolkit';

/** What an operation gets, over a fresh folder. */
export function contextIn(
  workspace = mkdtempSync(path.join(os.tmpdir(), 'toolbase-llp-')),
  signal: AbortSignal = new AbortController().signal,
): OperationContext {
  const inside = (relative: string): string => path.join(workspace, relative);
  return {
    workspace,
    readPath: inside,
    writePath: (relative) => {
      mkdirSync(path.dirname(inside(relative)), { recursive: true });
      return inside(relative);
    },
    setting: () => undefined,
    secret: () => undefined,
    external: () => undefined,
    environment: () => undefined,
    signal,
    progress: () => undefined,
    showImage: () => undefined,
    log: () => undefined,
    tempDir: () => Promise.reject(new Error('no test needs one')),
  };
}
