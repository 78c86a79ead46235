import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'vitest';
import { z } from 'zod';
import { LAUNCHABLES, type LaunchableId } from '../../src/harness/index.ts';
import { needsExternal } from '../external.ts';
import { ROOT } from './toolbase.ts';

/** Folder into which `npm ci` installed test/programs: see CONTRIBUTING.md. */
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
