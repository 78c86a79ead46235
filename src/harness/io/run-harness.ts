import type { Harness, HarnessEnd, HarnessInput } from '../harness.ts';
import { runScript } from './scripted/run-script.ts';

/** Runs a harness to its end in a workspace. When it returns, nothing that it started runs any more. */
export async function runHarness(harness: Harness, input: HarnessInput): Promise<HarnessEnd> {
  return await runScript(harness.script, input);
}
