import { type Json, parseWith, reportOf, ToolbaseError } from '../../../kernel/index.ts';
import { type OperationFailure, operationFailure } from '../../operation-failure.ts';
import { type HelloParams, HOST_PROTOCOL_VERSION, type HostMessage, ServerMessage } from '../../protocol.ts';
import { createCallRunner, type LoadedHost } from './call-runner.ts';
import { describeOperations } from './describe-operations.ts';
import { faultyLine } from './faulty-line.ts';
import { loadToolkit } from './load-toolkit.ts';

/** The host's side of host protocol 1: takes lines, sends lines. `exit` ends the process. */
export function createHostSession(deps: { send: (line: string) => void; exit: (status: number) => void }): {
  readonly receive: (line: string) => void;
} {
  let host: Promise<LoadedHost> = Promise.reject(
    new ToolbaseError('INTERNAL', 'the server sent no hello first'),
  );
  host.catch(() => undefined);
  let workspace = '';
  let entry = '';

  const send = (message: HostMessage): void => deps.send(`${JSON.stringify(message)}\n`);
  const calls = createCallRunner((params) => send({ jsonrpc: '2.0', method: 'progress', params }));

  const answer = async (id: number, work: Promise<Json>): Promise<void> => {
    try {
      send({ jsonrpc: '2.0', id, result: await work });
    } catch (thrown) {
      logStack(thrown);
      const { message, ...data } = await told(thrown, workspace, entry);
      send({ jsonrpc: '2.0', id, error: { code: -32000, message, data } });
    }
  };

  const greet = async (hello: HelloParams): Promise<Json> => {
    ({ workspace, entry } = hello);
    host = loadToolkit(hello.entry).then((operations) => ({ hello, operations }));
    const { operations } = await host;
    return { protocolVersion: HOST_PROTOCOL_VERSION, operations: [...operations.keys()] };
  };

  const describe = async (): Promise<Json> => describeOperations((await host).operations.values());

  return {
    receive(line) {
      const message = parseWith(ServerMessage, JSON.parse(line), 'message from the server', 'INTERNAL');
      switch (message.method) {
        case 'hello':
          void answer(message.id, greet(message.params));
          return;
        case 'describe':
          void answer(message.id, describe());
          return;
        case 'call':
          void answer(message.id, calls.run(message.id, message.params, host));
          return;
        case 'cancel':
          calls.cancel(message.params.id, 'the caller cancelled the call');
          return;
        case 'shutdown':
          calls.cancelAll('the server is stopping');
          deps.exit(0);
          return;
      }
    },
  };
}

/** As operationFailure, with the line at fault where the toolkit's own code is. */
async function told(thrown: unknown, workspace: string, entry: string): Promise<OperationFailure> {
  const failure = operationFailure(thrown, workspace);
  if (failure.code !== 'OPERATION_CRASHED') return failure;
  const line = await faultyLine(thrown, entry);
  return line === undefined ? failure : { ...failure, hint: `${failure.hint ?? ''} Thrown at ${line}` };
}

/** The caller sees one line; whoever reads the host's log sees where it came from. */
function logStack(thrown: unknown): void {
  const { code, message } = reportOf(thrown);
  const stack = code === 'INTERNAL' && thrown instanceof Error ? thrown.stack : undefined;
  process.stderr.write(`${stack ?? `${code}: ${message}`}\n`);
}
