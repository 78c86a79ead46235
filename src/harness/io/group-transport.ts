import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import type { ProcessGroup } from './process-group.ts';

const MESSAGE_MAX_BYTES = 64 * 1024 * 1024;

/** MCP over the standard streams of a process group, which the library's own transport cannot start. */
export class GroupTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #group: ProcessGroup;
  readonly #buffer = new ReadBuffer({ maxBufferSize: MESSAGE_MAX_BYTES });
  #closed = false;

  constructor(group: ProcessGroup) {
    this.#group = group;
  }

  start(): Promise<void> {
    const { stdout } = this.#group.child;
    stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
    stdout?.on('close', () => this.#end());
    void this.#group.exit.then(() => this.#end());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stdin } = this.#group.child;
      if (this.#closed || stdin === null) {
        reject(new Error('the server has ended'));
        return;
      }
      stdin.write(serializeMessage(message), (fault) => (fault ? reject(fault) : resolve()));
    });
  }

  /** Ends the connection; the group is ended by whoever started it. */
  close(): Promise<void> {
    this.#end();
    return Promise.resolve();
  }

  #receive(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (fault) {
      this.onerror?.(fault as Error);
      this.#end();
      return;
    }
    for (let more = true; more; ) {
      try {
        const message = this.#buffer.readMessage();
        more = message !== null;
        if (message !== null) this.onmessage?.(message);
      } catch (fault) {
        // One bad line is the server's fault, not the end of the session.
        this.onerror?.(fault as Error);
      }
    }
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}
