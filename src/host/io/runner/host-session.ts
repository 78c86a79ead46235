import { type Json, parseWith, reportOf, ToolbaseError } from '../../../kernel/index.ts';
import type { AnyOperation } from '../../../manifest/index.ts';
import { operationFailure } from '../../operation-failure.ts';
import {
  type CallParams,
  type HelloParams,
  HOST_PROTOCOL_VERSION,
  type HostMessage,
  ServerMessage,
} from '../../protocol.ts';
import { describeOperations } from './describe-operations.ts';
import { loadToolkit } from './load-toolkit.ts';
import { createCallScope } from './operation-context.ts';
import { runOperation } from './run-operation.ts';

interface Loaded {
  readonly hello: HelloParams;
  readonly operations: ReadonlyMap<string, AnyOperation>;
}

/** The host's side of host protocol 1: takes lines, sends lines. `exit` ends the process. */
export function createHostSession(deps: {
  send: (line: string) => void;
  exit: (status: number) => void;
}): { receive(line: string): void } {
  const running = new Map<number, AbortController>();
  let loaded: Promise<Loaded> = Promise.reject(notGreeted());
  loaded.catch(() => undefined);
  let workspace = '';

  const send = (message: HostMessage): void => deps.send(`${JSON.stringify(message)}\n`);

  const answer = async (id: number, work: () => Promise<Json>): Promise<void> => {
    try {
      send({ jsonrpc: '2.0', id, result: await work() });
    } catch (thrown) {
      logStack(thrown);
      const { message, ...data } = operationFailure(thrown, workspace);
      send({ jsonrpc: '2.0', id, error: { code: -32000, message, data } });
    }
  };

  const greet = async (hello: HelloParams): Promise<Json> => {
    workspace = hello.workspace;
    loaded = loadToolkit(hello.entry).then((operations) => ({ hello, operations }));
    const { operations } = await loaded;
    return { protocolVersion: HOST_PROTOCOL_VERSION, operations: [...operations.keys()] };
  };

  const call = async (id: number, params: CallParams, signal: AbortSignal): Promise<Json> => {
    const { hello, operations } = await loaded;
    const operation = operations.get(params.operation);
    if (operation === undefined)
      throw new ToolbaseError('UNKNOWN_OPERATION', `the toolkit has no operation ${params.operation}`);
    const scope = createCallScope(hello, signal, (progress) =>
      send({ jsonrpc: '2.0', method: 'progress', params: { id, ...progress } }),
    );
    try {
      return { value: await runOperation(operation, params.input, scope.context) };
    } finally {
      running.delete(id);
      await scope.clear();
    }
  };

  const begin = (id: number, params: CallParams): void => {
    const controller = new AbortController();
    running.set(id, controller);
    void answer(id, () => call(id, params, controller.signal));
  };

  return {
    receive(line) {
      const message = parseWith(ServerMessage, JSON.parse(line), 'message from the server', 'INTERNAL');
      switch (message.method) {
        case 'hello':
          void answer(message.id, () => greet(message.params));
          return;
        case 'describe':
          void answer(message.id, async () => describeOperations((await loaded).operations.values()));
          return;
        case 'call':
          begin(message.id, message.params);
          return;
        case 'cancel':
          running.get(message.params.id)?.abort(cancelled('the caller cancelled the call'));
          return;
        case 'shutdown':
          for (const controller of running.values()) controller.abort(cancelled('the server is stopping'));
          deps.exit(0);
          return;
      }
    },
  };
}

const cancelled = (why: string): ToolbaseError => new ToolbaseError('CANCELLED', why);

const notGreeted = (): ToolbaseError => new ToolbaseError('INTERNAL', 'the server sent no hello first');

/** The caller sees one line; whoever reads the host's log sees where it came from. */
function logStack(thrown: unknown): void {
  const { code, message } = reportOf(thrown);
  const stack = code === 'INTERNAL' && thrown instanceof Error ? thrown.stack : undefined;
  process.stderr.write(`${stack ?? `${code}: ${message}`}\n`);
}
