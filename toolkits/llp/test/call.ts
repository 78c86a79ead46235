import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OperationContext } from 'toolbase/toolkit';

/** A fresh folder, and what an operation may use in it; no environment is installed. */
export async function workspaceContext(): Promise<OperationContext> {
  const workspace = await mkdtemp(path.join(tmpdir(), 'llp-'));
  const inside = (name: string): string => path.resolve(workspace, name);
  return {
    workspace,
    readPath: inside,
    writePath: inside,
    setting: () => undefined,
    secret: () => undefined,
    external: () => undefined,
    environment: () => undefined,
    signal: new AbortController().signal,
    progress: () => undefined,
    showImage: () => undefined,
    log: () => undefined,
    tempDir: () => mkdtemp(path.join(tmpdir(), 'llp-')),
  };
}
