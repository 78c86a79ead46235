import { type Json, parseWith, type ToolbaseError } from '../../kernel/index.ts';
import { imageOf } from '../host-image.ts';
import { CallResult, DescribeResult, type HelloParams, isCallResult, Ready } from '../protocol.ts';
import { createHostChannel } from './host-channel.ts';
import type { HostLink } from './host-link.ts';
import type { HostProcess } from './host-process.ts';

/** The server's side of host protocol 1. */
export interface NodeLink extends HostLink {
  readonly hello: (params: HelloParams) => Promise<Ready>;
  readonly describe: () => Promise<DescribeResult>;
}

const jsonrpc = '2.0';
const SOURCE = 'answer of the host';

const callResult = (answer: Json): CallResult =>
  isCallResult(answer) ? answer : parseWith(CallResult, answer, SOURCE, 'HOST_FAILED');

/** @param failure makes the error of a request that the host can no longer answer */
export function createNodeLink(host: HostProcess, failure: () => Promise<ToolbaseError>): NodeLink {
  const channel = createHostChannel(host, failure);
  return {
    confirmsCancel: true,
    hello: async (params) => {
      const { answer } = channel.request((id) => ({ jsonrpc, id, method: 'hello', params }));
      return parseWith(Ready, await answer, SOURCE, 'HOST_FAILED');
    },
    describe: async () => {
      const { answer } = channel.request((id) => ({ jsonrpc, id, method: 'describe' }));
      return parseWith(DescribeResult, await answer, SOURCE, 'HOST_FAILED');
    },
    call: async (operation, input, { interruption, onProgress, onUsage, onImages } = {}) => {
      const params = { operation, input };
      const { id, answer } = channel.request((id) => ({ jsonrpc, id, method: 'call', params }), onProgress);
      const cancel = (): void => channel.notify({ jsonrpc, method: 'cancel', params: { id } });
      interruption?.listen(cancel);
      try {
        const { value, usage, images } = callResult(await answer);
        if (usage !== undefined) onUsage?.(usage);
        if (images !== undefined)
          onImages?.(images.flatMap((data) => imageOf(Buffer.from(data, 'base64')) ?? []));
        return value;
      } finally {
        interruption?.unlisten(cancel);
      }
    },
    shutdown: () => {
      channel.notify({ jsonrpc, method: 'shutdown' });
      host.input.end();
    },
  };
}
