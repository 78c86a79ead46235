import { z } from 'zod';
import { Digest, digestOf, PackagePath, parseStrictJson, parseWith, ToolbaseError } from '../kernel/index.ts';
import { ConditionId, ConditionIdentity, TrialId } from './identity.ts';
import { TrialEnd } from './trial-end.ts';

const Size = z.number().int().nonnegative();

/** A file kept of the workspace, below `workspace/` of the attempt. */
export const KeptArtifact = z.strictObject({ path: PackagePath, digest: Digest, sizeBytes: Size });
export type KeptArtifact = z.output<typeof KeptArtifact>;

/** A declared artifact that was not kept, and why. */
export const RefusedArtifact = z.strictObject({
  path: PackagePath,
  reason: z.enum(['missing', 'not_a_file', 'link', 'too_large', 'unreadable']),
});
export type RefusedArtifact = z.output<typeof RefusedArtifact>;

const AttemptBody = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('attempt'),
  trial: TrialId,
  condition: ConditionId,
  /** 1, 2, 3 ... within the trial. */
  attempt: z.number().int().positive(),
  index: z.number().int().nonnegative(),
  seed: z.number().int(),
  identity: ConditionIdentity,
  /** What the agent had. Each digest names a file in the campaign's `objects/`. */
  inputs: z.strictObject({
    prompt: Digest,
    /** Configuration of the harness, such as a script. */
    harness: Digest,
    /** The lockfile, byte for byte. */
    lock: Digest.nullable(),
    /** Files of the workspace at the start. */
    workspace: z.array(z.strictObject({ path: PackagePath, digest: Digest })),
    /** Values of settings and paths of programs that were given to the server of this run, as words of its command. */
    machine: z.array(z.string().max(20_000)).optional(),
  }),
  versions: z.strictObject({ toolbase: z.string(), node: z.string(), platform: z.string() }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Of the harness alone, milliseconds by a monotonic clock. */
  wallMs: z.number().nonnegative(),
  end: TrialEnd,
  artifacts: z.strictObject({ kept: z.array(KeptArtifact), refused: z.array(RefusedArtifact) }),
  /** `events.jsonl`, `calls.jsonl`: what happened, beside this file. */
  logs: z.array(KeptArtifact),
});

/** `attempt.json`: one physical try at a trial, written once, when it is over. */
export const AttemptRecord = AttemptBody.extend({
  /** sha256 of `toolbase-attempt-v1\n` + RFC 8785 of everything else in this file. */
  seal: Digest,
});
export type AttemptRecord = z.output<typeof AttemptRecord>;
export type AttemptDraft = z.output<typeof AttemptBody>;

const sealOf = (body: AttemptDraft): Digest => digestOf('toolbase-attempt-v1', body);

export const sealed = (body: AttemptDraft): AttemptRecord => ({ ...body, seal: sealOf(body) });

/** Reads a sealed attempt. @throws ToolbaseError BAD_JSON, BAD_RECORD when it is torn or was changed */
export function decodeAttempt(text: string, label: string): AttemptRecord {
  const record = parseWith(AttemptRecord, parseStrictJson(text, label), label, 'BAD_RECORD');
  const { seal, ...body } = record;
  if (seal !== sealOf(body))
    throw new ToolbaseError('BAD_RECORD', `${label} does not match its seal: it was changed`);
  return record;
}

/** Identity of what an attempt handed in: kept and refused artifacts. */
export const artifactsDigest = ({ kept, refused }: AttemptRecord['artifacts']): Digest =>
  digestOf('toolbase-artifacts-v1', { kept, refused });
