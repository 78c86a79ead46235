import { isToolbaseError, type Json, parseStrictJson } from '../kernel/index.ts';

/** An artifact as the record has it: its bytes, or why there are none. */
export type SubmittedArtifact =
  | { readonly kind: 'kept'; readonly bytes: Uint8Array }
  | { readonly kind: 'absent'; readonly reason: string };

export type Submission = ReadonlyMap<string, SubmittedArtifact>;

/** An artifact read as JSON, or what is wrong with it. */
export type Document =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'fault'; readonly reason: string };

/** Reads an artifact as JSON. The agent wrote it: whatever is wrong is a finding about the submission, never an error. */
export function documentOf(submission: Submission, path: string): Document {
  const artifact = submission.get(path);
  if (artifact === undefined) return { kind: 'fault', reason: `${path} was not submitted` };
  if (artifact.kind === 'absent')
    return { kind: 'fault', reason: `${path} was not kept: ${artifact.reason}` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(artifact.bytes);
    return { kind: 'json', value: parseStrictJson(text, path) };
  } catch (fault) {
    if (isToolbaseError(fault)) return { kind: 'fault', reason: fault.message };
    if (fault instanceof TypeError) return { kind: 'fault', reason: `${path} is not UTF-8 text` };
    throw fault;
  }
}
