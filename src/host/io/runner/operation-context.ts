import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { headOf } from '../../../kernel/index.ts';
import { discardFolder } from '../../../kernel/io/index.ts';
import type { OperationContext } from '../../../manifest/index.ts';
import type { HelloParams, ProgressParams } from '../../protocol.ts';
import { collectImages } from './shown-images.ts';
import { containPath, containReadPath, containWritePath } from '../contain-path.ts';
import type { DeclaredFiles } from './declared-files.ts';

/** Progress of one call is sent at most this often; the last step (done = total) always is. */
const PROGRESS_INTERVAL_MS = 100;

export interface CallScope {
  /** @param files which workspace files the call may use */
  readonly context: (files: DeclaredFiles) => OperationContext;
  /** What the call showed so far, in base64. */
  readonly images: () => readonly string[];
  /** Removes what the call left in temporary folders. */
  clear(): Promise<void>;
}

/** The context of one call. `sendProgress` gets throttled values; `log` writes a line to standard error. */
export function createCallScope(
  hello: HelloParams,
  signal: AbortSignal,
  sendProgress: (progress: Omit<ProgressParams, 'id'>) => void,
): CallScope {
  const folders: string[] = [];
  const shown = collectImages();
  let sentAtMs = -Infinity;
  const progress: OperationContext['progress'] = (done, total, message) => {
    const nowMs = performance.now();
    if (done !== total && nowMs - sentAtMs < PROGRESS_INTERVAL_MS) return;
    if (!Number.isFinite(done)) return;
    sentAtMs = nowMs;
    sendProgress({
      done,
      ...(total !== undefined && Number.isFinite(total) ? { total } : {}),
      ...(message === undefined ? {} : { message: headOf(message, 1000) }),
    });
  };
  return {
    context: ({ checkRead, checkWrite }) => ({
      workspace: hello.workspace,
      readPath: (relative) => {
        checkRead(containPath(hello.workspace, relative));
        return containReadPath(hello.workspace, relative).absolute;
      },
      writePath: (relative) => {
        checkWrite(containPath(hello.workspace, relative));
        return containWritePath(hello.workspace, relative).absolute;
      },
      setting: (name) => own(hello.settings, name),
      secret: (name) => own(hello.secrets, name),
      external: (name) => own(hello.externals, name),
      environment: (name) => own(hello.environments, name),
      signal,
      progress,
      showImage: shown.add,
      log: (message) => process.stderr.write(`${message.replaceAll('\n', ' ')}\n`),
      tempDir: async () => {
        const folder = await mkdtemp(path.join(hello.tempRoot, 'call-'));
        folders.push(folder);
        return folder;
      },
    }),
    images: shown.inBase64,
    clear: async () => {
      await Promise.all(folders.map(discardFolder));
    },
  };
}

const own = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
