import { digestOf, type Json } from '../../kernel/index.ts';
import type { Harness } from '../harness.ts';
import { parseScript } from './script.ts';

/** Version of the scripted harness: raised when a script would behave differently. */
const VERSION = '1';

/** @throws ToolbaseError BAD_CAMPAIGN */
export function scriptedHarness(configuration: Json, label: string): Harness {
  const script = parseScript(configuration, label);
  const resolved: Json = script;
  return {
    kind: 'scripted',
    version: VERSION,
    digest: digestOf('toolbase-script-v1', resolved),
    configuration: resolved,
    script,
  };
}
