import type { Asked, ModelProtocol } from './model-protocol.ts';
import { anthropicMessages } from './protocols/anthropic-messages.ts';
import { gemini } from './protocols/gemini.ts';
import { openaiChat } from './protocols/openai-chat.ts';
import { openaiResponses } from './protocols/openai-responses.ts';

/** Every protocol that is spoken here. Their addresses tell them apart. */
const MODEL_PROTOCOLS: readonly ModelProtocol[] = [anthropicMessages, openaiResponses, openaiChat, gemini];

/** The protocol of a request and what it asks for; undefined for an address of none of them.
 * @param path without the query */
export function protocolOf(
  method: string,
  path: string,
): { readonly protocol: ModelProtocol; readonly asked: Asked } | undefined {
  for (const protocol of MODEL_PROTOCOLS) {
    const asked = protocol.asked(method, path);
    if (asked !== undefined) return { protocol, asked };
  }
  return undefined;
}
