import { z } from 'zod';
import { type Json, parseStrictJson, parseWith } from '../kernel/index.ts';

const Bundle = z.record(z.string(), z.custom<Json>());

/** Signatures as a registry keeps them: sigstore bundles, of which nothing is checked but that they are objects. */
export const Signatures = z.array(Bundle).max(64);

/** Reads a file with one bundle or a list of them. @throws ToolbaseError BAD_JSON, BAD_REGISTRY */
export function decodeSignatures(text: string, label: string): Json[] {
  const parsed = parseStrictJson(text, label);
  return parseWith(Signatures, Array.isArray(parsed) ? parsed : [parsed], label, 'BAD_REGISTRY');
}
