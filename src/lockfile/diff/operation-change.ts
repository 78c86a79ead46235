import { z } from 'zod';
import { ExposedName, OperationName, ToolkitName } from '../../kernel/index.ts';
import { Effects, Limits, PortableSchema, ToolAnnotations, UpstreamDigests } from '../../manifest/index.ts';
import { Level } from './level.ts';
import { Acceptance, SchemaFinding } from './schema-finding.ts';

const Source = z.strictObject({ toolkit: ToolkitName, operation: OperationName });
const Upstream = z.strictObject({ name: z.string().optional(), digests: UpstreamDigests.optional() });

/** One change of one operation. What was absent on a side is absent here. */
export const OperationChange = z.discriminatedUnion('kind', [
  /** The same operation of the same toolkit under another exposed name. */
  z.strictObject({ kind: z.literal('renamed'), level: Level, before: ExposedName, after: ExposedName }),
  /** The exposed name stays, but another operation answers to it. */
  z.strictObject({ kind: z.literal('replaced'), level: Level, before: Source, after: Source }),
  /** Text that a model reads, whole. Texts inside schemas are findings of `schema`. */
  z.strictObject({
    kind: z.literal('wording'),
    level: Level,
    field: z.enum(['title', 'description']),
    before: z.string().optional(),
    after: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('schema'),
    level: Level,
    side: z.enum(['input', 'output']),
    acceptance: Acceptance,
    /** Some description inside it changed. */
    reworded: z.boolean(),
    findings: z.array(SchemaFinding).min(1),
  }),
  z.strictObject({ kind: z.literal('output-served'), level: Level, after: PortableSchema }),
  z.strictObject({ kind: z.literal('output-withdrawn'), level: Level, before: PortableSchema }),
  z.strictObject({
    kind: z.literal('annotations'),
    level: Level,
    before: ToolAnnotations,
    after: ToolAnnotations,
  }),
  z.strictObject({ kind: z.literal('effects'), level: Level, before: Effects, after: Effects }),
  z.strictObject({
    kind: z.literal('result-limit'),
    level: Level,
    before: z.number().int().positive().optional(),
    after: z.number().int().positive().optional(),
  }),
  /** What one call may use. */
  z.strictObject({ kind: z.literal('limits'), level: Level, before: Limits, after: Limits }),
  /** What a wrapped server publishes or calls its tool; callers see nothing of it. */
  z.strictObject({ kind: z.literal('upstream'), level: Level, before: Upstream, after: Upstream }),
]);
export type OperationChange = z.output<typeof OperationChange>;

/** True when the change alters a text that a model reads. */
export const isReworded = (change: OperationChange): boolean =>
  change.kind === 'wording' || (change.kind === 'schema' && change.reworded);
