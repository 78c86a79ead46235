import { z } from 'zod';
import { type Json, parseWith } from '../../kernel/index.ts';
import type { ModelReply, ModelRequest, Turn } from '../exchange.ts';
import type { ModelProtocol } from '../model-protocol.ts';
import { jsonAnswer, piecesOf, serverEvent, streamAnswer } from '../wire-text.ts';

const Part = z.object({
  text: z.string().optional(),
  functionCall: z
    .object({ id: z.string().optional(), name: z.string(), args: z.record(z.string(), z.json()).default({}) })
    .optional(),
  functionResponse: z
    .object({ id: z.string().optional(), name: z.string(), response: z.record(z.string(), z.json()) })
    .optional(),
});
type Part = z.output<typeof Part>;
const Contents = z.object({ role: z.string().optional(), parts: z.array(Part).default([]) });

const Declaration = z.object({
  name: z.string(),
  description: z.string().default(''),
  parameters: z.json().optional(),
  parametersJsonSchema: z.json().optional(),
});

const Request = z.object({
  systemInstruction: Contents.optional(),
  contents: z.array(Contents).default([]),
  tools: z.array(z.object({ functionDeclarations: z.array(Declaration).default([]) })).default([]),
});

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/;

/** Google's Gemini API. @see ai.google.dev, "Generating content" and "Function calling", v1beta */
export const gemini: ModelProtocol = {
  title: 'Gemini',
  asked: (method, path) => {
    const verb = method === 'POST' ? PATH.exec(path)?.[2] : undefined;
    if (verb === undefined) return undefined;
    return verb === 'countTokens' ? 'count' : 'reply';
  },
  decodeRequest,
  encodeReply: (reply, { isStreamed, model }, id) =>
    isStreamed
      ? streamAnswer(chunksOf(reply, model, id))
      : jsonAnswer(chunkOf([...textParts([reply.text]), ...callParts(reply)], model, id, true)),
  encodeCount: (tokens) => jsonAnswer({ totalTokens: tokens }),
};

function decodeRequest(body: unknown, path: string): ModelRequest {
  const request = parseWith(Request, body, 'request', 'BAD_ARGUMENTS');
  const [, model = '', verb] = PATH.exec(path) ?? [];
  return {
    model,
    isStreamed: verb === 'streamGenerateContent',
    instructions: (request.systemInstruction?.parts ?? []).flatMap(({ text }) => text ?? []),
    turns: request.contents.map(turnOf),
    tools: request.tools
      .flatMap(({ functionDeclarations }) => functionDeclarations)
      .map(({ name, description, parameters, parametersJsonSchema }) => ({
        name,
        description,
        schema: parametersJsonSchema ?? parameters,
      })),
  };
}

function turnOf({ role, parts }: z.output<typeof Contents>): Turn {
  const texts = parts.flatMap(({ text }) => text ?? []);
  return role === 'model'
    ? {
        role: 'assistant',
        texts,
        calls: parts.flatMap(({ functionCall: call }) =>
          call === undefined ? [] : [{ id: call.id ?? '', name: call.name, arguments: call.args }],
        ),
      }
    : { role: 'user', texts, answers: parts.flatMap(answerOf) };
}

function answerOf({ functionResponse: answer }: Part) {
  if (answer === undefined) return [];
  const { output, error } = answer.response;
  const told = error ?? output ?? answer.response;
  const text = typeof told === 'string' ? told : JSON.stringify(told);
  return [{ id: answer.id ?? '', text, isError: error !== undefined }];
}

const textParts = (texts: readonly string[]): Json[] =>
  texts.flatMap((text) => (text === '' ? [] : [{ text: text.toWellFormed() }]));

const callParts = ({ calls }: ModelReply): Json[] =>
  calls.map(({ id, name, arguments: args }) => ({ functionCall: { id, name, args } }));

const chunkOf = (parts: readonly Json[], model: string, id: string, isLast: boolean): Json => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(isLast ? { finishReason: 'STOP' } : {}) }],
  ...(isLast ? { usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } } : {}),
  modelVersion: model,
  responseId: id,
});

const chunksOf = (reply: ModelReply, model: string, id: string): string[] => [
  ...textParts(piecesOf(reply.text)).map((part) => serverEvent(chunkOf([part], model, id, false))),
  serverEvent(chunkOf(callParts(reply), model, id, true)),
];
