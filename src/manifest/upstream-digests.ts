import { type Digest, digestOf, type Json } from '../kernel/index.ts';
import type { UpstreamTool } from './operation-description.ts';
import type { UpstreamDigests } from './toolkit-manifest.ts';

/** Digests of what a wrapped server says of a tool, field by field; a field it leaves out counts as null. */
export const upstreamDigests = (tool: UpstreamTool): UpstreamDigests => ({
  title: digest(tool.title),
  description: digest(tool.description),
  inputSchema: digest(tool.inputSchema),
  outputSchema: digest(tool.outputSchema),
  annotations: digest(tool.annotations),
  icons: digest(tool.icons),
});

const digest = (field: Json | undefined): Digest => digestOf('toolbase-upstream-v1', field ?? null);

/** The fields in which a tool differs from what was pinned; empty when it is the same. */
export const driftedFields = (pinned: UpstreamDigests, live: UpstreamDigests): readonly string[] =>
  DRIFT_FIELDS.filter((field) => pinned[field] !== live[field]);

const DRIFT_FIELDS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons'] as const;
