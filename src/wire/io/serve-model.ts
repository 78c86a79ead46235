import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isToolbaseError } from '../../kernel/index.ts';
import type { ModelReply, ModelRequest } from '../exchange.ts';
import type { WireAnswer } from '../model-protocol.ts';
import { protocolOf } from '../model-protocols.ts';
import { jsonAnswer } from '../wire-text.ts';

const BODY_MAX_BYTES = 64 * 1024 * 1024;

/** One request as it came, and what it told the model when it was for one. */
export interface Exchange {
  /** On the clock of `performance.now()`. */
  readonly receivedMs: number;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: unknown;
  readonly request?: ModelRequest | undefined;
  readonly reply?: ModelReply | undefined;
}

export interface ModelServer {
  /** Where it listens: `http://127.0.0.1:<port>`, or the path of its socket. */
  readonly address: string;
  /** Every request so far, in order. */
  readonly exchanges: readonly Exchange[];
  readonly close: () => Promise<void>;
}

/** A model that is a function: answers every protocol that is known here, streaming where that is asked, and keeps every
 * request. Listens on the loopback interface, or on a socket of the file system.
 * @param answer decides by what it has been told; its own state is its own
 * @param socket path of a Unix socket to listen on instead */
export async function serveModel(
  answer: (request: ModelRequest) => ModelReply,
  socket?: string,
): Promise<ModelServer> {
  const exchanges: Exchange[] = [];
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing, answer, exchanges).catch((fault: unknown) => {
      const told = isToolbaseError(fault) ? fault.message : String(fault);
      send(outgoing, 400, jsonAnswer({ error: { type: 'invalid_request_error', message: told } }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (socket === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(socket, resolve);
  });
  return { address: addressOf(server), exchanges, close: () => closed(server) };
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null) throw new Error('the server does not listen');
  return typeof address === 'string' ? address : `http://127.0.0.1:${address.port}`;
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: ModelRequest) => ModelReply,
  exchanges: Exchange[],
): Promise<void> {
  const { method = '', url: path = '/' } = incoming;
  const receivedMs = performance.now();
  const body = await bodyOf(incoming);
  const address = path.split('?', 1)[0] ?? '';
  const found = protocolOf(method, address);
  const exchange: { -readonly [K in keyof Exchange]: Exchange[K] } = { receivedMs, method, path, body };
  exchanges.push(exchange);
  if (found === undefined) {
    // Programs ask whether anybody is there before they ask for more.
    if (method === 'HEAD') send(outgoing, 200, jsonAnswer({}));
    else
      send(outgoing, 404, jsonAnswer({ error: { type: 'not_found_error', message: `there is no ${path}` } }));
    return;
  }
  if (found.asked === 'count') {
    send(outgoing, 200, found.protocol.encodeCount(Math.ceil(JSON.stringify(body ?? '').length / 4)));
    return;
  }
  const id = String(exchanges.length);
  exchange.request = found.protocol.decodeRequest(body, address);
  exchange.reply = answer(exchange.request);
  send(outgoing, 200, found.protocol.encodeReply(exchange.reply, exchange.request, id));
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > BODY_MAX_BYTES) throw new RangeError(`a request is longer than ${BODY_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

function send(outgoing: ServerResponse, status: number, { contentType, pieces }: WireAnswer): void {
  if (outgoing.headersSent) return;
  outgoing.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-cache' });
  for (const piece of pieces) outgoing.write(piece);
  outgoing.end();
}
