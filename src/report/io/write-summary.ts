import path from 'node:path';
import { prettyCanonicalJson } from '../../kernel/index.ts';
import { atomicWrite } from '../../kernel/io/index.ts';
import { renderSummary } from '../render-summary.ts';
import type { Summary } from '../summary.ts';

/** Writes `summary.json` and `summary.txt` into a campaign's folder.
 * @returns their paths
 * @throws ToolbaseError NOT_WRITABLE */
export async function writeSummary(out: string, summary: Summary): Promise<{ json: string; text: string }> {
  const paths = { json: path.join(out, 'summary.json'), text: path.join(out, 'summary.txt') };
  await atomicWrite(paths.json, prettyCanonicalJson(summary));
  await atomicWrite(paths.text, renderSummary(summary));
  return paths;
}
