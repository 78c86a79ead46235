import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isToolbaseError, type Json } from '../../src/kernel/index.ts';
import { answersIn, callsIn, type ModelReply, protocolOf } from '../../src/wire/index.ts';
import {
  callsOf,
  eventsIn,
  heardIn,
  type Heard,
  type Part,
  readAnthropic,
  readChat,
  readGemini,
  readResponses,
} from './stream-readers.ts';

const text = fc.string({ unit: 'binary', maxLength: 300 });
const args = fc.dictionary(
  fc.string({ unit: 'binary', maxLength: 8 }).filter((key) => key !== '__proto__'),
  fc.jsonValue({ stringUnit: 'binary' }),
  { maxKeys: 5 },
);
const call = fc.record({ id: fc.uuid(), name: fc.stringMatching(/^[A-Za-z_]{1,20}$/), arguments: args });
const reply = fc.record({ text, calls: fc.array(call, { maxLength: 3 }) });

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const wanted = ({ text: words, calls }: ModelReply): unknown =>
  plain({ text: words, calls: calls.map(({ name, arguments: given }) => ({ name, args: given })) });

interface Whole {
  readonly content: readonly Part[];
  readonly output: readonly Part[];
  readonly choices: readonly [
    { readonly message: { readonly content: string | null; readonly tool_calls?: readonly Part[] } },
  ];
  readonly candidates: readonly [{ readonly content: { readonly parts: readonly Part[] } }];
}

interface Case {
  readonly path: string;
  readonly streamPath?: string;
  readonly body: (streamed: boolean) => Json;
  readonly read: (body: string) => Heard;
  readonly readWhole: (document: Whole) => Heard;
}

const textOf = (parts: readonly Part[]): string => parts.map(({ text: words }) => words ?? '').join('');

const CASES: Readonly<Record<string, Case>> = {
  'Anthropic Messages': {
    path: '/v1/messages',
    body: (stream) => ({ model: 'm', stream, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }),
    read: readAnthropic,
    readWhole: ({ content }) => ({
      text: textOf(content),
      calls: content
        .filter(({ type }) => type === 'tool_use')
        .map(({ name = '', input }) => ({ name, args: input })),
    }),
  },
  'OpenAI Chat Completions': {
    path: '/v1/chat/completions',
    body: (stream) => ({ model: 'm', stream, messages: [{ role: 'user', content: 'Hi' }] }),
    read: readChat,
    readWhole: ({ choices: [{ message }] }) => ({
      text: message.content ?? '',
      calls: (message.tool_calls ?? []).map(({ function: called }) => ({
        name: called?.name ?? '',
        args: JSON.parse(called?.arguments ?? '') as Json,
      })),
    }),
  },
  'OpenAI Responses': {
    path: '/v1/responses',
    body: (stream) => ({ model: 'm', stream, input: 'Hi' }),
    read: readResponses,
    readWhole: ({ output }) => ({
      text: textOf(output.flatMap(({ content }) => content ?? [])),
      calls: callsOf(output),
    }),
  },
  Gemini: {
    path: '/v1beta/models/m:generateContent',
    streamPath: '/v1beta/models/m:streamGenerateContent',
    body: () => ({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }),
    read: readGemini,
    readWhole: ({ candidates }) => heardIn(candidates[0].content.parts),
  },
};

const found = (path: string) => {
  const protocol = protocolOf('POST', path)?.protocol;
  if (protocol === undefined) throw new Error(`no protocol has ${path}`);
  return protocol;
};

describe.each(Object.entries(CASES))('%s', (title, { path, streamPath = path, body, read, readWhole }) => {
  it('is told by its address', () => {
    expect(found(path).title).toBe(title);
    expect(protocolOf('GET', path)).toBeUndefined();
  });

  it('streams any reply so that a reader of the protocol gets it back', () => {
    fc.assert(
      fc.property(reply, (given) => {
        const protocol = found(streamPath);
        const request = protocol.decodeRequest(body(true), streamPath);
        const { contentType, pieces } = protocol.encodeReply(given, request, '7');
        expect(contentType).toBe('text/event-stream');
        expect(plain(read(pieces.join('')))).toEqual(wanted(given));
        // No piece holds half a character: strict readers refuse it.
        for (const piece of pieces) expect(piece).not.toMatch(/\\ud[89a-f]/);
      }),
      { numRuns: 150 },
    );
  });

  it('answers any reply in one document where nothing is streamed', () => {
    fc.assert(
      fc.property(reply, (given) => {
        const protocol = found(path);
        const request = protocol.decodeRequest(body(false), path);
        const { contentType, pieces } = protocol.encodeReply(given, request, '7');
        expect(contentType).toBe('application/json');
        expect(plain(readWhole(JSON.parse(pieces.join('')) as Whole))).toEqual(wanted(given));
      }),
      { numRuns: 150 },
    );
  });

  it('reads any body or refuses it, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (junk) => {
        try {
          found(path).decodeRequest(junk, path);
        } catch (thrown) {
          expect(isToolbaseError(thrown) && thrown.code).toBe('BAD_ARGUMENTS');
        }
      }),
    );
  });
});

describe('a request in the protocol of', () => {
  it('Anthropic Messages: system, tools, calls and their results, without deferred tools', () => {
    const request = found('/v1/messages').decodeRequest(
      {
        model: 'claude',
        system: [{ type: 'text', text: 'Be brief.' }],
        tools: [
          { name: 'Add', description: 'Adds.', input_schema: { type: 'object' } },
          { name: 'Later', description: '', input_schema: {}, defer_loading: true },
        ],
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Add 1.' }] },
          { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Add', input: { n: 1 } }] },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 't1',
                is_error: true,
                content: [{ type: 'text', text: 'no' }],
              },
            ],
          },
        ],
      },
      '/v1/messages',
    );
    expect(request).toMatchObject({ model: 'claude', isStreamed: false, instructions: ['Be brief.'] });
    expect(request.tools).toEqual([{ name: 'Add', description: 'Adds.', schema: { type: 'object' } }]);
    expect(callsIn(request)).toEqual([{ id: 't1', name: 'Add', arguments: { n: 1 } }]);
    expect(answersIn(request)).toEqual([{ id: 't1', text: 'no', isError: true }]);
  });

  it('Chat Completions', () => {
    const request = found('/v1/chat/completions').decodeRequest(
      {
        model: 'm',
        stream: true,
        tools: [{ type: 'function', function: { name: 'Add', description: 'Adds.', parameters: { a: 1 } } }],
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Add 1.' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 't1', type: 'function', function: { name: 'Add', arguments: '{"n":1}' } }],
          },
          { role: 'tool', tool_call_id: 't1', content: 'two' },
        ],
      },
      '/v1/chat/completions',
    );
    expect(request).toMatchObject({ isStreamed: true, instructions: ['Be brief.'] });
    expect(request.tools).toEqual([{ name: 'Add', description: 'Adds.', schema: { a: 1 } }]);
    expect(callsIn(request)).toEqual([{ id: 't1', name: 'Add', arguments: { n: 1 } }]);
    expect(answersIn(request)).toEqual([{ id: 't1', text: 'two', isError: false }]);
  });

  it('Responses: tools in namespaces, also those that come later, and what stands over them', () => {
    const request = found('/v1/responses').decodeRequest(
      {
        model: 'm',
        stream: true,
        tools: [
          { type: 'function', name: 'exec_command', description: 'Runs.', parameters: {} },
          { type: 'tool_search', description: 'Searches.' },
          {
            type: 'namespace',
            name: 'mcp__grid',
            description: 'About grids.',
            tools: [{ type: 'function', name: 'Add', description: 'Adds.', parameters: { a: 1 } }],
          },
        ],
        input: [
          { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Add 1.' }] },
          { type: 'reasoning', summary: [] },
          { type: 'function_call', call_id: 't1', name: 'Add', namespace: 'mcp__grid', arguments: '{"n":1}' },
          { type: 'function_call_output', call_id: 't1', output: 'two' },
          { type: 'additional_tools', tools: [{ type: 'custom', name: 'late', description: 'Late.' }] },
        ],
      },
      '/v1/responses',
    );
    expect(request.instructions).toEqual(['Be brief.', 'About grids.']);
    expect(request.tools.map(({ name, namespace }) => [namespace, name])).toEqual([
      [undefined, 'exec_command'],
      [undefined, 'tool_search'],
      ['mcp__grid', 'Add'],
      [undefined, 'late'],
    ]);
    expect(callsIn(request)).toEqual([
      { id: 't1', name: 'Add', namespace: 'mcp__grid', arguments: { n: 1 } },
    ]);
    expect(answersIn(request)).toEqual([{ id: 't1', text: 'two', isError: false }]);
  });

  it('Gemini: results of calls, errors among them', () => {
    const request = found('/v1beta/models/g-2:streamGenerateContent').decodeRequest(
      {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        tools: [
          { functionDeclarations: [{ name: 'Add', description: 'Adds.', parametersJsonSchema: { a: 1 } }] },
        ],
        contents: [
          { role: 'user', parts: [{ text: 'Add 1.' }] },
          { role: 'model', parts: [{ functionCall: { id: 't1', name: 'Add', args: { n: 1 } } }] },
          {
            role: 'user',
            parts: [
              { functionResponse: { id: 't1', name: 'Add', response: { output: 'two' } } },
              { functionResponse: { id: 't2', name: 'Add', response: { error: 'no' } } },
            ],
          },
        ],
      },
      '/v1beta/models/g-2:streamGenerateContent',
    );
    expect(request).toMatchObject({ model: 'g-2', isStreamed: true, instructions: ['Be brief.'] });
    expect(request.tools).toEqual([{ name: 'Add', description: 'Adds.', schema: { a: 1 } }]);
    expect(callsIn(request)).toEqual([{ id: 't1', name: 'Add', arguments: { n: 1 } }]);
    expect(answersIn(request)).toEqual([
      { id: 't1', text: 'two', isError: false },
      { id: 't2', text: 'no', isError: true },
    ]);
  });
});

describe('a long text', () => {
  it('is streamed in pieces, whole characters each', () => {
    const protocol = found('/v1/messages');
    const request = protocol.decodeRequest({ model: 'm', stream: true, messages: [] }, '/v1/messages');
    const words = '\u{1F600}'.repeat(100);
    const { pieces } = protocol.encodeReply({ text: words, calls: [] }, request, '1');
    const deltas = eventsIn(pieces.join('')).filter(({ type }) => type === 'content_block_delta');
    expect(deltas.length).toBe(3);
    expect(deltas.map(({ delta }) => delta?.text).join('')).toBe(words);
  });
});
