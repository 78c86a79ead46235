import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { createLineSplitter } from '../line-splitter.ts';
import { HOST_LINE_MAX_BYTES } from '../protocol.ts';
import { strictUtf8 } from '../strict-utf8.ts';
import type { HostProcess } from './host-process.ts';

const Message = z.custom<JSONRPCMessage>(
  (value) => typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0',
);

/** The stdio of a supervised process as a client transport. Standard output of a wrapped server is the protocol:
 * anything else on it ends the server, so that its caller gets one clear error and not a silence.
 * @param isAnswer of what the library does not take for one it says nothing, and whoever asked would wait on */
export function createStdioTransport(host: HostProcess, isAnswer: (message: unknown) => boolean): Transport {
  const splitter = createLineSplitter(HOST_LINE_MAX_BYTES);
  const transport: Transport = {
    start: () => {
      host.output.on('data', (chunk: Buffer) => {
        const lines = splitter.push(chunk);
        if (lines === undefined) host.condemn(`it wrote a line of more than ${HOST_LINE_MAX_BYTES} bytes`);
        else lines.forEach(receive);
      });
      void host.ended.then(() => transport.onclose?.());
      return Promise.resolve();
    },
    send: (message) => {
      host.tell(JSON.stringify(message));
      return Promise.resolve();
    },
    close: () => {
      host.input.end();
      return Promise.resolve();
    },
  };

  const receive = (line: Buffer): void => {
    const text = strictUtf8(line);
    if (host.condemned()) return;
    if (text === undefined) {
      host.condemn('it wrote bytes that are not UTF-8 on standard output');
      return;
    }
    if (text.trim() === '') return;
    const message = readMessage(text);
    if (message === undefined)
      host.condemn(`it printed something that is not MCP on standard output: ${cleanText(text, 120)}`);
    else if (isToAnswer(message) && !isAnswer(message))
      host.condemn(`it answered with something that is no answer of JSON-RPC: ${cleanText(text, 120)}`);
    else transport.onmessage?.(message);
  };
  return transport;
}

/** Names the request that it answers. */
const isToAnswer = (message: JSONRPCMessage): boolean =>
  !('method' in message) && 'id' in message && message.id != null;

function readMessage(text: string): JSONRPCMessage | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}
