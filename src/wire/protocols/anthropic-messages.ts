import { z } from 'zod';
import { type Json, parseWith } from '../../kernel/index.ts';
import type { ModelReply, ModelRequest, OfferedTool, Turn } from '../exchange.ts';
import type { ModelProtocol } from '../model-protocol.ts';
import { jsonAnswer, piecesOf, serverEvent, streamAnswer } from '../wire-text.ts';
import { Content, textsOf } from './content-text.ts';

const ToolUse = z.object({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.json()),
});
const ToolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: Content,
  is_error: z.boolean().optional(),
});

const Request = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  system: Content,
  messages: z.array(z.object({ role: z.enum(['user', 'assistant', 'system']), content: Content })),
  tools: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().default(''),
        input_schema: z.json().optional(),
        defer_loading: z.boolean().default(false),
      }),
    )
    .default([]),
});

/** Anthropic's Messages. @see docs.claude.com, "Messages" and "Streaming messages", version 2023-06-01 */
export const anthropicMessages: ModelProtocol = {
  title: 'Anthropic Messages',
  asked: (method, path) => {
    if (method !== 'POST') return undefined;
    if (path.endsWith('/v1/messages')) return 'reply';
    return path.endsWith('/v1/messages/count_tokens') ? 'count' : undefined;
  },
  decodeRequest,
  encodeReply: (reply, { isStreamed, model }, id) =>
    isStreamed
      ? streamAnswer(eventsOf(reply, model, id))
      : jsonAnswer({ ...messageOf(model, id), content: blocksOf(reply), stop_reason: stopReason(reply) }),
  encodeCount: (tokens) => jsonAnswer({ input_tokens: tokens }),
};

function decodeRequest(body: unknown): ModelRequest {
  const request = parseWith(Request, body, 'request', 'BAD_ARGUMENTS');
  const spoken = request.messages.flatMap(({ role, content }) =>
    role === 'system' ? [] : [{ role, content }],
  );
  return {
    model: request.model,
    isStreamed: request.stream,
    instructions: [
      ...textsOf(request.system),
      ...request.messages.flatMap(({ role, content }) => (role === 'system' ? textsOf(content) : [])),
    ],
    turns: spoken.map(({ role, content }) => turnOf(role, content)),
    // A tool whose loading is deferred is not among those that the model sees.
    tools: request.tools.filter((tool) => !tool.defer_loading).map(toolOf),
  };
}

const toolOf = ({
  name,
  description,
  input_schema,
}: z.output<typeof Request>['tools'][number]): OfferedTool => ({
  name,
  description,
  schema: input_schema,
});

function turnOf(role: Turn['role'], content: z.output<typeof Content>): Turn {
  const parts = Array.isArray(content) ? content : [];
  if (role === 'assistant')
    return {
      role,
      texts: textsOf(content),
      calls: parts.flatMap((part) => {
        const call = ToolUse.safeParse(part);
        return call.success ? [{ id: call.data.id, name: call.data.name, arguments: call.data.input }] : [];
      }),
    };
  return {
    role,
    texts: textsOf(content),
    answers: parts.flatMap((part) => {
      const answer = ToolResult.safeParse(part);
      if (!answer.success) return [];
      const { tool_use_id: id, is_error, content: told } = answer.data;
      return [{ id, text: textsOf(told).join('\n'), isError: is_error === true }];
    }),
  };
}

const messageOf = (model: string, id: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const stopReason = ({ calls }: ModelReply): string => (calls.length > 0 ? 'tool_use' : 'end_turn');

const blocksOf = ({ text, calls }: ModelReply): Json[] => [
  ...(text === '' ? [] : [{ type: 'text', text: text.toWellFormed() }]),
  ...calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
];

function eventsOf(reply: ModelReply, model: string, id: string): string[] {
  const event = (type: string, data: { readonly [key: string]: Json }): string =>
    serverEvent({ type, ...data }, type);
  const block = (index: number, content_block: Json, deltas: readonly Json[]): string[] => [
    event('content_block_start', { index, content_block }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
  const { text, calls } = reply;
  const first = text === '' ? 0 : 1;
  return [
    event('message_start', { message: { ...messageOf(model, id), content: [], stop_reason: null } }),
    ...(text === ''
      ? []
      : block(
          0,
          { type: 'text', text: '' },
          piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece })),
        )),
    ...calls.flatMap((call, index) =>
      block(
        first + index,
        { type: 'tool_use', id: call.id, name: call.name, input: {} },
        piecesOf(JSON.stringify(call.arguments)).map((piece) => ({
          type: 'input_json_delta',
          partial_json: piece,
        })),
      ),
    ),
    event('message_delta', {
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: { output_tokens: 1 },
    }),
    event('message_stop', {}),
  ];
}
