import path from 'node:path';
import { parseStrictYaml } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import type { Harness } from '../harness.ts';
import type { HarnessSpec } from '../harness-spec.ts';
import { scriptedHarness } from '../scripted/scripted-harness.ts';

const SCRIPT_MAX_BYTES = 1_000_000;

/** Reads what a harness needs, relative to the folder of the campaign file.
 * @throws ToolbaseError NOT_FOUND, BAD_YAML, BAD_CAMPAIGN */
export async function loadHarness(spec: HarnessSpec, folder: string): Promise<Harness> {
  const file = path.join(folder, spec.script);
  return scriptedHarness(parseStrictYaml(await readTextBounded(file, SCRIPT_MAX_BYTES), file), file);
}
