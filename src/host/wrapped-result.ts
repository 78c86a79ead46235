import { z } from 'zod';
import { type Json, ToolbaseError } from '../kernel/index.ts';
import { cleanText } from './clean-text.ts';

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  mimeType: z.string().optional(),
  /** Of an image, in base64. */
  data: z.string().optional(),
});

/** What a wrapped MCP server answers to `tools/call`. */
export const WrappedResult = z.looseObject({
  content: z.array(Block).default([]),
  structuredContent: z.custom<Json>().optional(),
  isError: z.boolean().optional(),
});
export type WrappedResult = z.output<typeof WrappedResult>;

/** The value of a wrapped tool's answer: its structured content; else the object or array that its only text block
 * spells in JSON; else `{text}` of all text blocks. Other blocks are named in `otherBlocks`.
 * @throws ToolbaseError OPERATION_FAILED with the server's own words when it answers with an error */
export function wrappedValue(result: WrappedResult): Json {
  const texts = result.content.filter((block) => block.type === 'text').map((block) => block.text ?? '');
  if (result.isError === true)
    throw new ToolbaseError(
      'OPERATION_FAILED',
      cleanText(texts.join('\n'), 4000) || 'the tool gave no reason',
    );
  if (result.structuredContent !== undefined && result.structuredContent !== null)
    return result.structuredContent;
  const others = result.content
    .filter((block) => block.type !== 'text')
    .map((block) => (block.mimeType === undefined ? block.type : `${block.type} ${block.mimeType}`));
  const [only] = texts;
  const spelled =
    texts.length === 1 && others.length === 0 && only !== undefined ? spelledJson(only) : undefined;
  return spelled ?? { text: texts.join('\n'), ...(others.length === 0 ? {} : { otherBlocks: others }) };
}

function spelledJson(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}
