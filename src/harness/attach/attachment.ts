import { z } from 'zod';
import {
  Digest,
  digestOf,
  hexOf,
  type Json,
  parseStrictJson,
  parseWith,
  sha256,
} from '../../kernel/index.ts';
import { Splice } from './splice.ts';

const AbsolutePath = z.string().min(1).max(4096).startsWith('/');

const SkillCopy = z.strictObject({
  /** Absolute. */
  folder: AbsolutePath,
  /** Digest of each file, by path in the folder. */
  files: z.record(z.string().min(1).max(1000), Digest),
});
export type SkillCopy = z.output<typeof SkillCopy>;

/** What one `attach` wrote: enough to take back exactly that, and nothing else. A file each in the folder `attachments` of the
 * user's state, which only its owner may read: a replaced part of a configuration file may hold anything. */
export const Attachment = z.strictObject({
  formatVersion: z.literal(1),
  harness: z.string().max(40),
  scope: z.enum(['user', 'project']),
  /** Name of the server. */
  name: z.string().max(40),
  /** Configuration file and lock, absolute. */
  file: AbsolutePath,
  lock: AbsolutePath,
  /** The file did not exist before. */
  created: z.boolean(),
  /** Of the entry that was written: tells whether it was edited since. */
  entryDigest: Digest,
  splice: Splice,
  skills: z.array(SkillCopy),
});
export type Attachment = z.output<typeof Attachment>;

/** @throws ToolbaseError BAD_JSON, BAD_RECORD */
export const decodeAttachment = (text: string, label: string): Attachment =>
  parseWith(Attachment, parseStrictJson(text, label), label, 'BAD_RECORD');

/** Name of the record of one server of one file. */
export const recordName = (file: string, name: string): string =>
  `${hexOf(sha256(`${file}\n${name}`)).slice(0, 32)}.json`;

/** Identity of the entry of a server. */
export const entryDigest = (entry: Json): Digest => digestOf('toolbase-attached-v1', entry);
