import type { Json } from '../../src/kernel/index.ts';

/** Readers of the four protocols' streams, written from their documentation and not from the code under test. */

export interface Heard {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown; readonly namespace?: string }[];
}

/** Members that the protocols' documents have; each uses some. */
export interface Part {
  readonly type?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly text?: string;
  readonly partial_json?: string;
  readonly arguments?: string;
  readonly args?: Json;
  readonly input?: Json;
  readonly index?: number;
  readonly content?: readonly Part[];
  readonly function?: Part;
  readonly functionCall?: Part;
  readonly tool_calls?: readonly Part[];
}

interface MessageEvent {
  readonly type: string;
  readonly index?: number;
  readonly content_block?: Part;
  readonly delta?: Part;
}
interface Chunk {
  readonly choices: readonly { readonly delta: { content?: string | null; tool_calls?: readonly Part[] } }[];
}
interface ResponseEvent {
  readonly type: string;
  readonly delta?: string;
  readonly item?: Part;
}
interface GeminiChunk {
  readonly candidates: readonly [{ readonly content: { readonly parts: readonly Part[] } }];
}

/** The data of each server-sent event; the mark of the end is none. */
export const eventsIn = <T = MessageEvent>(body: string): T[] =>
  body
    .split('\n\n')
    .filter((block) => block !== '')
    .flatMap((block) => {
      const line = block.split('\n').find((each) => each.startsWith('data: '));
      if (line === undefined) throw new Error(`an event without data: ${block}`);
      return line === 'data: [DONE]' ? [] : [JSON.parse(line.slice(6)) as T];
    });

export function readAnthropic(body: string): Heard {
  const blocks: { kind: string | undefined; name: string; text: string }[] = [];
  for (const { type, index = -1, content_block: opened, delta } of eventsIn(body)) {
    if (type === 'content_block_start')
      blocks.push({ kind: opened?.type, name: opened?.name ?? '', text: '' });
    const block = blocks[index];
    if (type === 'content_block_delta' && block !== undefined)
      block.text += (delta?.type === 'text_delta' ? delta.text : delta?.partial_json) ?? '';
  }
  return {
    text: blocks
      .filter(({ kind }) => kind === 'text')
      .map(({ text }) => text)
      .join(''),
    calls: blocks
      .filter(({ kind }) => kind === 'tool_use')
      .map(({ name, text }) => ({ name, args: JSON.parse(text) as Json })),
  };
}

export function readChat(body: string): Heard {
  let text = '';
  const calls: { name: string; args: string }[] = [];
  for (const { choices } of eventsIn<Chunk>(body)) {
    const delta = choices[0]?.delta;
    text += delta?.content ?? '';
    for (const { index = 0, function: called } of delta?.tool_calls ?? []) {
      calls[index] ??= { name: '', args: '' };
      calls[index].name += called?.name ?? '';
      calls[index].args += called?.arguments ?? '';
    }
  }
  return { text, calls: calls.map(({ name, args }) => ({ name, args: JSON.parse(args) as Json })) };
}

export function readResponses(body: string): Heard {
  const events = eventsIn<ResponseEvent>(body);
  const text = events
    .filter(({ type }) => type === 'response.output_text.delta')
    .map(({ delta }) => delta)
    .join('');
  const items = events.flatMap(({ type, item }) =>
    type === 'response.output_item.done' && item !== undefined ? [item] : [],
  );
  return { text, calls: callsOf(items) };
}

/** Calls among the items of a response. */
export const callsOf = (items: readonly Part[]): Heard['calls'] =>
  items
    .filter(({ type }) => type === 'function_call')
    .map(({ name = '', namespace, arguments: given = '' }) => ({
      name,
      args: JSON.parse(given) as Json,
      ...(namespace === undefined ? {} : { namespace }),
    }));

export const readGemini = (body: string): Heard =>
  heardIn(eventsIn<GeminiChunk>(body).flatMap(({ candidates }) => candidates[0].content.parts));

export const heardIn = (parts: readonly Part[]): Heard => ({
  text: parts.map(({ text }) => text ?? '').join(''),
  calls: parts.flatMap(({ functionCall: call }) =>
    call === undefined ? [] : [{ name: call.name ?? '', args: call.args }],
  ),
});
