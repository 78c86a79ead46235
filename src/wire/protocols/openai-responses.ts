import { z } from 'zod';
import { type Json, parseWith } from '../../kernel/index.ts';
import type { ModelCall, ModelReply, ModelRequest, OfferedTool, Turn } from '../exchange.ts';
import type { ModelProtocol } from '../model-protocol.ts';
import { jsonAnswer, piecesOf, serverEvent, streamAnswer } from '../wire-text.ts';
import { argumentsOf } from './call-arguments.ts';
import { Content, textsOf } from './content-text.ts';

const Tool = z.object({
  type: z.string(),
  name: z.string().optional(),
  description: z.string().default(''),
  parameters: z.json().optional(),
});
/** A namespace holds tools; what holds no tools is one. */
const ToolOrNamespace = Tool.extend({ tools: z.array(Tool).optional() });

const Message = z.object({
  type: z.literal('message').default('message'),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: Content,
});
const FunctionCall = z.object({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
  arguments: z.string(),
});
const FunctionAnswer = z.object({
  type: z.literal('function_call_output'),
  call_id: z.string(),
  output: Content,
});
const MoreTools = z.object({ type: z.literal('additional_tools'), tools: z.array(ToolOrNamespace) });

/** Reasoning, searches and what else providers add is passed over. */
const Item = z.union([Message, FunctionCall, FunctionAnswer, MoreTools, z.unknown()]);

const Request = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  instructions: z.string().optional(),
  input: z.union([z.string(), z.array(Item)]),
  tools: z.array(ToolOrNamespace).default([]),
});

/** OpenAI's Responses, with the namespaces of tools that Codex uses. @see platform.openai.com, "Responses", API reference */
export const openaiResponses: ModelProtocol = {
  title: 'OpenAI Responses',
  asked: (method, path) => (method === 'POST' && path.endsWith('/responses') ? 'reply' : undefined),
  decodeRequest,
  encodeReply: (reply, { isStreamed, model }, id) =>
    isStreamed
      ? streamAnswer(eventsOf(reply, model, id))
      : jsonAnswer(responseOf(model, id, 'completed', itemsOf(reply, id))),
  encodeCount: (tokens) => jsonAnswer({ input_tokens: tokens }),
};

function decodeRequest(body: unknown): ModelRequest {
  const request = parseWith(Request, body, 'request', 'BAD_ARGUMENTS');
  const items =
    typeof request.input === 'string' ? [{ role: 'user' as const, content: request.input }] : request.input;
  const messages = items.flatMap((item) => parsed(Message, item));
  const offered = [
    ...request.tools,
    ...items.flatMap((item) => parsed(MoreTools, item)).flatMap((more) => more.tools),
  ];
  return {
    model: request.model,
    isStreamed: request.stream,
    instructions: [
      ...(request.instructions === undefined ? [] : [request.instructions]),
      ...messages.flatMap(({ role, content }) =>
        role === 'system' || role === 'developer' ? textsOf(content) : [],
      ),
      ...offered.flatMap(({ tools, description }) =>
        tools === undefined || description === '' ? [] : [description],
      ),
    ],
    turns: turnsOf(items),
    tools: offered.flatMap(toolsOf),
  };
}

const parsed = <T extends z.ZodType>(schema: T, item: unknown): z.output<T>[] => {
  const result = schema.safeParse(item);
  return result.success ? [result.data] : [];
};

function toolsOf({ tools, ...tool }: z.output<typeof ToolOrNamespace>): OfferedTool[] {
  if (tools === undefined) return [offered(tool, undefined)];
  return tools.map((inner) => offered(inner, tool.name));
}

// A tool of the provider's own has a type and no name.
const offered = (tool: z.output<typeof Tool>, namespace: string | undefined): OfferedTool => ({
  name: tool.name ?? tool.type,
  ...(namespace === undefined ? {} : { namespace }),
  description: tool.description,
  schema: tool.parameters,
});

/** Items of one side that follow on each other are one turn. */
function turnsOf(items: readonly unknown[]): Turn[] {
  const turns: Turn[] = [];
  for (const item of items) {
    const next = turnOf(item);
    const last = turns.at(-1);
    if (next === undefined) continue;
    if (last?.role === 'user' && next.role === 'user')
      turns.splice(-1, 1, {
        role: 'user',
        texts: [...last.texts, ...next.texts],
        answers: [...last.answers, ...next.answers],
      });
    else if (last?.role === 'assistant' && next.role === 'assistant')
      turns.splice(-1, 1, {
        role: 'assistant',
        texts: [...last.texts, ...next.texts],
        calls: [...last.calls, ...next.calls],
      });
    else turns.push(next);
  }
  return turns;
}

function turnOf(item: unknown): Turn | undefined {
  const [call] = parsed(FunctionCall, item);
  if (call !== undefined)
    return {
      role: 'assistant',
      texts: [],
      calls: [
        {
          id: call.call_id,
          name: call.name,
          ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
          arguments: argumentsOf(call.arguments),
        },
      ],
    };
  const [answer] = parsed(FunctionAnswer, item);
  if (answer !== undefined) {
    const text = textsOf(answer.output).join('\n');
    return { role: 'user', texts: [], answers: [{ id: answer.call_id, text, isError: false }] };
  }
  const [message] = parsed(Message, item);
  if (message?.role === 'user') return { role: 'user', texts: textsOf(message.content), answers: [] };
  return message?.role === 'assistant'
    ? { role: 'assistant', texts: textsOf(message.content), calls: [] }
    : undefined;
}

const itemsOf = ({ text, calls }: ModelReply, id: string): Json[] => [
  ...(text === ''
    ? []
    : [
        {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: text.toWellFormed(), annotations: [] }],
        },
      ]),
  ...calls.map((call, index) => callItem(call, `fc_${id}_${index}`)),
];

const callItem = ({ id, name, namespace, arguments: args }: ModelCall, item: string): Json => ({
  type: 'function_call',
  id: item,
  call_id: id,
  name,
  ...(namespace === undefined ? {} : { namespace }),
  arguments: JSON.stringify(args),
  status: 'completed',
});

const responseOf = (model: string, id: string, status: string, output: readonly Json[]): Json => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: 0,
  status,
  model,
  output,
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  },
});

function eventsOf(reply: ModelReply, model: string, id: string): string[] {
  let sequence_number = 0;
  const event = (type: string, data: { readonly [key: string]: Json }): string =>
    serverEvent({ type, sequence_number: sequence_number++, ...data }, type);
  const items = itemsOf(reply, id);
  const deltas = piecesOf(reply.text);
  return [
    event('response.created', { response: responseOf(model, id, 'in_progress', []) }),
    ...items.flatMap((item, output_index) => [
      event('response.output_item.added', { output_index, item }),
      ...(output_index === 0 ? deltas : []).map((delta) =>
        event('response.output_text.delta', { item_id: `msg_${id}`, output_index, content_index: 0, delta }),
      ),
      event('response.output_item.done', { output_index, item }),
    ]),
    event('response.completed', { response: responseOf(model, id, 'completed', items) }),
  ];
}
