import { z } from 'zod';
import { type Json, parseWith } from '../../kernel/index.ts';
import type { ModelCall, ModelReply, ModelRequest, Turn } from '../exchange.ts';
import type { ModelProtocol } from '../model-protocol.ts';
import { jsonAnswer, piecesOf, serverEvent, streamAnswer } from '../wire-text.ts';
import { argumentsOf } from './call-arguments.ts';
import { Content, textsOf } from './content-text.ts';

const Message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Content,
  tool_call_id: z.string().default(''),
  tool_calls: z
    .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .default([]),
});

const Request = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(Message),
  tools: z
    .array(
      z.object({
        function: z.object({
          name: z.string(),
          description: z.string().default(''),
          parameters: z.json().optional(),
        }),
      }),
    )
    .default([]),
});

/** OpenAI's Chat Completions, which most other providers speak too. @see platform.openai.com, "Chat", API reference */
export const openaiChat: ModelProtocol = {
  title: 'OpenAI Chat Completions',
  asked: (method, path) => (method === 'POST' && path.endsWith('/chat/completions') ? 'reply' : undefined),
  decodeRequest,
  encodeReply: (reply, { isStreamed, model }, id) =>
    isStreamed ? streamAnswer(chunksOf(reply, model, id)) : jsonAnswer(completionOf(reply, model, id)),
  encodeCount: (tokens) => jsonAnswer({ total_tokens: tokens }),
};

function decodeRequest(body: unknown): ModelRequest {
  const request = parseWith(Request, body, 'request', 'BAD_ARGUMENTS');
  return {
    model: request.model,
    isStreamed: request.stream,
    instructions: request.messages.flatMap(({ role, content }) =>
      role === 'system' || role === 'developer' ? textsOf(content) : [],
    ),
    turns: request.messages.flatMap((message) => turnOf(message)),
    tools: request.tools.map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      schema: parameters,
    })),
  };
}

function turnOf({ role, content, tool_call_id, tool_calls }: z.output<typeof Message>): Turn[] {
  const texts = textsOf(content);
  switch (role) {
    case 'system':
    case 'developer':
      return [];
    case 'user':
      return [{ role, texts, answers: [] }];
    case 'tool':
      return [
        { role: 'user', texts: [], answers: [{ id: tool_call_id, text: texts.join('\n'), isError: false }] },
      ];
    case 'assistant':
      return [
        {
          role,
          texts,
          calls: tool_calls.map(({ id, function: called }) => ({
            id,
            name: called.name,
            arguments: argumentsOf(called.arguments),
          })),
        },
      ];
  }
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

const finishReason = ({ calls }: ModelReply): string => (calls.length > 0 ? 'tool_calls' : 'stop');

const calledOf = ({ id, name, arguments: args }: ModelCall) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

const completionOf = (reply: ModelReply, model: string, id: string): Json => ({
  id: `chatcmpl-${id}`,
  object: 'chat.completion',
  created: 0,
  model,
  choices: [
    {
      index: 0,
      finish_reason: finishReason(reply),
      message: {
        role: 'assistant',
        content: reply.text === '' ? null : reply.text.toWellFormed(),
        ...(reply.calls.length === 0 ? {} : { tool_calls: reply.calls.map(calledOf) }),
      },
    },
  ],
  usage: USAGE,
});

function chunksOf(reply: ModelReply, model: string, id: string): string[] {
  const chunk = (choices: readonly Json[], more: { readonly [key: string]: Json } = {}): string =>
    serverEvent({
      id: `chatcmpl-${id}`,
      object: 'chat.completion.chunk',
      created: 0,
      model,
      choices,
      ...more,
    });
  const delta = (value: Json, finish_reason: string | null = null): string =>
    chunk([{ index: 0, delta: value, finish_reason }]);
  return [
    delta({ role: 'assistant', content: '' }),
    ...piecesOf(reply.text).map((content) => delta({ content })),
    ...reply.calls.flatMap((call, index) => [
      delta({
        tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }],
      }),
      ...piecesOf(JSON.stringify(call.arguments)).map((piece) =>
        delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    delta({}, finishReason(reply)),
    chunk([], { usage: USAGE }),
    'data: [DONE]\n\n',
  ];
}
