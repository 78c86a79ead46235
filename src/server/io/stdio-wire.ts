import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { createLineSplitter } from '../../host/index.ts';
import { isId, isRecord } from '../json-rpc-value.ts';

/** MCP over two streams, a message a line. The SDK's own transport checks every message against the whole schema of
 * JSON-RPC before the protocol checks it again, and copies what has come of a long line with each piece of it.
 * @param maxBytes a longer line ends the connection */
export class StdioWire implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #splitter: ReturnType<typeof createLineSplitter>;
  readonly #maxBytes: number;
  #closed = false;
  #drained: Promise<void> | undefined;
  readonly #onData = (chunk: Buffer): void => this.#take(chunk);
  readonly #onEnd = (): void => void this.close();
  readonly #onError = (error: Error): void => this.onerror?.(error);

  constructor(input: Readable, output: Writable, maxBytes: number) {
    this.#input = input;
    this.#output = output;
    this.#maxBytes = maxBytes;
    this.#splitter = createLineSplitter(maxBytes);
  }

  start(): Promise<void> {
    this.#input.on('data', this.#onData).on('error', this.#onError).on('end', this.#onEnd);
    this.#input.on('close', this.#onEnd);
    // Stays when the connection is closed: a late write that fails would end the process.
    this.#output.on('error', (error) => {
      if (this.#closed) return;
      this.onerror?.(error);
      void this.close();
    });
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the connection is closed'));
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return SENT;
    // All that wait for a client that does not read wait for the same.
    this.#drained ??= new Promise((resolve) => {
      const done = (): void => {
        this.#output.off('drain', done).off('close', done);
        this.#drained = undefined;
        resolve();
      };
      this.#output.once('drain', done).once('close', done);
    });
    return this.#drained;
  }

  close(): Promise<void> {
    if (this.#closed) return SENT;
    this.#closed = true;
    this.#input.off('data', this.#onData).off('error', this.#onError);
    this.#input.off('end', this.#onEnd).off('close', this.#onEnd);
    this.#input.pause();
    this.onclose?.();
    return SENT;
  }

  #take(chunk: Buffer): void {
    const lines = this.#splitter.push(chunk);
    if (lines === undefined) {
      this.onerror?.(new Error(`a message is longer than ${this.#maxBytes} bytes`));
      void this.close();
      return;
    }
    for (const line of lines) {
      if (this.#closed) return;
      this.#receive(line);
    }
  }

  #receive(line: Buffer): void {
    const value = jsonOf(line);
    if (value === undefined) return;
    try {
      this.onmessage?.(isPlainRequest(value) ? value : parseJSONRPCMessage(value));
    } catch (fault) {
      this.onerror?.(fault instanceof Error ? fault : new Error(String(fault)));
      const id = requestId(value);
      if (id !== undefined) void this.send({ jsonrpc: '2.0', id, error: INVALID }).catch(() => undefined);
    }
  }
}

const SENT = Promise.resolve();

const INVALID = { code: -32600, message: 'the message is no valid request' };

/** What is no JSON at all is let pass, as noise of a wrapper script would be. */
function jsonOf(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

type Request = Extract<JSONRPCMessage, { method: string; id: unknown }>;

/** A request as the SDK takes it; what is in it besides is checked where it is answered. */
const isPlainRequest = (value: unknown): value is Request =>
  isRecord(value) &&
  value['jsonrpc'] === '2.0' &&
  typeof value['method'] === 'string' &&
  isId(value['id']) &&
  (value['params'] === undefined || (isRecord(value['params']) && isMeta(value['params']['_meta'])));

const isMeta = (meta: unknown): boolean =>
  meta === undefined ||
  (isRecord(meta) && (meta['progressToken'] === undefined || isId(meta['progressToken'])));

/** Of a faulty request whose sender waits for the answer to it. */
const requestId = (value: unknown): string | number | undefined =>
  isRecord(value) && 'method' in value && isId(value['id']) ? value['id'] : undefined;
