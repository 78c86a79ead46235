import { type Json, parseWith, type ToolbaseError } from '../../kernel/index.ts';
import { CallResult, DescribeResult, type HelloParams, Ready } from '../protocol.ts';
import { createHostChannel, type OnProgress } from './host-channel.ts';
import type { HostProcess } from './host-process.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** The server's side of host protocol 1. */
export interface NodeLink {
  readonly hello: (params: HelloParams) => Promise<Ready>;
  readonly describe: () => Promise<DescribeResult>;
  /** Aborting sends `cancel`; the promise still waits for the host's answer. */
  readonly call: (operation: string, input: Json, options?: CallOptions) => Promise<Json>;
  readonly shutdown: () => void;
}

const jsonrpc = '2.0';
const SOURCE = 'answer of the host';

/** @param failure makes the error of a request that the host can no longer answer */
export function createNodeLink(host: HostProcess, failure: () => Promise<ToolbaseError>): NodeLink {
  const channel = createHostChannel(host, failure);
  return {
    hello: async (params) => {
      const { answer } = channel.request((id) => ({ jsonrpc, id, method: 'hello', params }));
      return parseWith(Ready, await answer, SOURCE, 'HOST_FAILED');
    },
    describe: async () => {
      const { answer } = channel.request((id) => ({ jsonrpc, id, method: 'describe' }));
      return parseWith(DescribeResult, await answer, SOURCE, 'HOST_FAILED');
    },
    call: async (operation, input, { signal, onProgress } = {}) => {
      const params = { operation, input };
      const { id, answer } = channel.request((id) => ({ jsonrpc, id, method: 'call', params }), onProgress);
      const cancel = (): void => channel.notify({ jsonrpc, method: 'cancel', params: { id } });
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        return parseWith(CallResult, await answer, SOURCE, 'HOST_FAILED').value;
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
    shutdown: () => {
      channel.notify({ jsonrpc, method: 'shutdown' });
      host.input.end();
    },
  };
}
