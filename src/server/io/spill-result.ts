import path from 'node:path';
import { hexOf, sha256 } from '../../kernel/index.ts';
import { atomicWrite } from '../../kernel/io/index.ts';
import { containWritePath } from '../../host/io/index.ts';
import { spillSummary } from '../spill-summary.ts';
import type { JsonObject } from '../schema-checker.ts';

/** Inside the workspace. The name is the content's digest: nothing that a caller says steers it. */
const RESULTS_FOLDER = '.toolbase/results';

/** Writes a result that is too large to be answered inline, and gives the summary to answer in its place.
 * @param text compact JSON of `structured`
 * @throws ToolbaseError PATH_OUTSIDE when the folder is a link out of the workspace; NOT_WRITABLE */
export async function spillResult(
  workspace: string,
  { text, structured, sizeBytes }: { text: string; structured: JsonObject; sizeBytes: number },
): Promise<{ readonly summary: JsonObject; readonly file: string }> {
  const digest = sha256(text);
  const { absolute, relative } = containWritePath(
    workspace,
    path.posix.join(RESULTS_FOLDER, `${hexOf(digest)}.json`),
  );
  await atomicWrite(absolute, text);
  return { summary: spillSummary({ path: relative, digest, sizeBytes }, text, structured), file: relative };
}
