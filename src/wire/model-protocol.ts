import type { ModelReply, ModelRequest } from './exchange.ts';

/** Bytes that answer a request. */
export interface WireAnswer {
  readonly contentType: 'application/json' | 'text/event-stream';
  /** In the pieces in which a stream sends them; joined, they are the body. */
  readonly pieces: readonly string[];
}

/** What a request asks for: an answer of the model, or how many tokens it would be. */
export type Asked = 'reply' | 'count';

/** A protocol in which programs speak to models. Pure: values in, text out. */
export interface ModelProtocol {
  readonly title: string;
  /** What a request to this address asks for; undefined when it is none of this protocol's. @param path without the query */
  readonly asked: (method: string, path: string) => Asked | undefined;
  /** @param path without the query   @throws ToolbaseError BAD_ARGUMENTS naming what does not fit */
  readonly decodeRequest: (body: unknown, path: string) => ModelRequest;
  /** @param id unique among the answers of one server */
  readonly encodeReply: (reply: ModelReply, request: ModelRequest, id: string) => WireAnswer;
  /** Answer to a request for a count. */
  readonly encodeCount: (tokens: number) => WireAnswer;
}
