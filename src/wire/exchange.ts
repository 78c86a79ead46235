import type { Json } from '../kernel/index.ts';

/** A JSON object: arguments of a call. */
export type JsonObject = { readonly [key: string]: Json | undefined };

/** A call of a tool by a model. Some protocols have tools in namespaces. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly arguments: JsonObject;
}

/** What a tool answered, as the model is told. */
export interface ToolAnswer {
  /** Of the call. */
  readonly id: string;
  readonly text: string;
  /** Only where the protocol can say so. */
  readonly isError: boolean;
}

/** One side's part of a conversation, in order. */
export type Turn =
  | { readonly role: 'user'; readonly texts: readonly string[]; readonly answers: readonly ToolAnswer[] }
  | { readonly role: 'assistant'; readonly texts: readonly string[]; readonly calls: readonly ModelCall[] };

/** A tool as it was offered to a model. */
export interface OfferedTool {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly description: string;
  /** Schema of its arguments; none for a tool that takes free text or is the provider's own. */
  readonly schema?: Json | undefined;
}

/** All that one request told a model, whatever the protocol. */
export interface ModelRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  /** System prompts, developer messages and descriptions of namespaces. */
  readonly instructions: readonly string[];
  readonly turns: readonly Turn[];
  readonly tools: readonly OfferedTool[];
}

/** What a model answers: a text, calls, or both. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ModelCall[];
}

/** Calls that the model has made so far. */
export const callsIn = ({ turns }: Pick<ModelRequest, 'turns'>): ModelCall[] =>
  turns.flatMap((turn) => (turn.role === 'assistant' ? turn.calls : []));

/** Answers of tools that the model has been told so far. */
export const answersIn = ({ turns }: Pick<ModelRequest, 'turns'>): ToolAnswer[] =>
  turns.flatMap((turn) => (turn.role === 'user' ? turn.answers : []));
