import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import {
  isSystemError,
  isToolbaseError,
  parseStrictJson,
  parseWith,
  ToolbaseError,
} from '../../kernel/index.ts';
import { isRunning, makeFolder, notWritable } from '../../kernel/io/index.ts';
import { recordPaths } from './record-paths.ts';

const Holder = z.strictObject({ pid: z.number().int().positive(), host: z.string() });

// A lock with our own process number is ours only if it is in here; otherwise it was left by an earlier process that
// had the same number, which is common in containers.
const held = new Set<string>();

/** Keeps a second runner off a campaign's folder. A runner that is gone holds nothing.
 * @returns the release
 * @throws ToolbaseError ALREADY_EXISTS while another runner is at work, NOT_WRITABLE */
export async function holdRunnerLock(out: string): Promise<() => Promise<void>> {
  const file = recordPaths(out).runner;
  const own = `${file}.${process.pid}`;
  try {
    await makeFolder(path.dirname(file));
    await writeFile(own, JSON.stringify({ pid: process.pid, host: hostname() }));
    await linkOver(own, file);
  } catch (cause) {
    throw notWritable(file, cause);
  } finally {
    await unlink(own).catch(ignoreMissing);
  }
  held.add(file);
  return async () => {
    held.delete(file);
    await unlink(file).catch(ignoreMissing);
  };
}

/** A hard link appears whole or not at all, so that nobody reads a half-written holder. */
async function linkOver(own: string, file: string): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      await link(own, file);
      return;
    } catch (cause) {
      if (!isSystemError(cause, 'EEXIST')) throw cause;
      await removeIfStale(file);
    }
  }
  throw new ToolbaseError('ALREADY_EXISTS', `${file} is held by another runner`);
}

async function removeIfStale(file: string): Promise<void> {
  const holder = await readHolder(file);
  if (holder !== undefined && (holder.host !== hostname() || isAlive(holder.pid, file)))
    throw new ToolbaseError(
      'ALREADY_EXISTS',
      `process ${holder.pid} on ${holder.host} is running this campaign (${file})`,
      { hint: 'Wait for it, or remove that file if the process is gone.' },
    );
  await unlink(file).catch(ignoreMissing);
}

function ignoreMissing(cause: unknown): void {
  if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause;
}

async function readHolder(file: string): Promise<z.output<typeof Holder> | undefined> {
  try {
    return parseWith(Holder, parseStrictJson(await readFile(file, 'utf8'), file), file, 'BAD_RECORD');
  } catch (fault) {
    // Torn by a power cut, or released in between: nobody holds it.
    if (isToolbaseError(fault) || isSystemError(fault, 'ENOENT')) return undefined;
    throw fault;
  }
}

function isAlive(pid: number, file: string): boolean {
  return pid === process.pid ? held.has(file) : isRunning(pid);
}
