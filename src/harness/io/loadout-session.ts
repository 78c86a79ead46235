import { Client } from '@modelcontextprotocol/client';
import { headOf } from '../../kernel/index.ts';
import type { Evidence } from '../../record/index.ts';
import { type HarnessEnd, type HarnessInput, type Loadout, serveValues } from '../harness.ts';
import { loadoutFault } from '../loadout-gate.ts';
import { passedEnvironment } from './environment.ts';
import { GroupTransport } from './group-transport.ts';
import { type ProcessExit, type ProcessGroup, startGroup } from './process-group.ts';

const HANDSHAKE_TIMEOUT_MS = 60_000;
/** The closed pipe of a process that ended is often seen a moment before its end. */
const EXIT_TOLD_MS = 500;
/** A server that is asked to end gets this long to end its hosts. */
const GRACE = { eofMs: 3000, termMs: 3000 };
/** One that may be in mid-call, past a limit, is not waited for at end of input. */
const GRACE_WHEN_STOPPED = { eofMs: 0, termMs: 3000 };

/** Starts the server of a loadout, makes sure that it shows exactly the locked tools, lets `use` work with it, and ends
 * it with everything that it started. */
export async function withLoadout(
  loadout: Loadout,
  input: HarnessInput,
  use: (client: Client) => Promise<HarnessEnd>,
): Promise<HarnessEnd> {
  const group = startGroup(
    input.serve.command,
    [
      ...input.serve.args,
      ...['serve', loadout.path, '--workspace', input.workspace, '--call-log', input.callLog],
      '--record',
      ...(input.serve.resultCache === true ? [] : ['--cache', 'off']),
      ...serveValues(input.serve, loadout),
    ],
    { cwd: input.workspace, env: passedEnvironment(process.env) },
  );
  const client = new Client({ name: 'toolbase-scripted', version: '1' });
  let end: HarnessEnd;
  let endedByItself = false;
  try {
    end = await gated(loadout, client, group, input, use);
    endedByItself = mayBeItsFault(end) && (await group.endsWithin(EXIT_TOLD_MS));
  } finally {
    const exit = await group.stop(input.signal.aborted ? GRACE_WHEN_STOPPED : GRACE);
    await client.close();
    input.emit({ type: 'server-ended', exitCode: exit.exitCode, signal: exit.signal });
  }
  return endedByItself ? withEvidence(end, await group.exit, group) : withEvidence(end, {}, group);
}

async function gated(
  loadout: Loadout,
  client: Client,
  group: ProcessGroup,
  input: HarnessInput,
  use: (client: Client) => Promise<HarnessEnd>,
): Promise<HarnessEnd> {
  let fault: string | undefined;
  try {
    const options = { signal: input.signal, timeout: HANDSHAKE_TIMEOUT_MS };
    await client.connect(new GroupTransport(group), options);
    const { tools } = await client.listTools(undefined, options);
    input.emit({ type: 'listed', tools: tools.map((tool) => tool.name) });
    fault = loadoutFault(loadout.lock, tools);
  } catch (cause) {
    if (input.signal.aborted)
      return { kind: 'not_ready', evidence: { message: 'stopped before the server was ready' } };
    fault = `the server did not answer: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
  if (fault !== undefined) return { kind: 'loadout_missing', evidence: { message: headOf(fault, 2000) } };
  return await use(client);
}

const mayBeItsFault = (end: HarnessEnd): boolean =>
  end.kind === 'loadout_missing' || end.kind === 'server_failed';

/** Adds what the server said, and how it ended if it did so by itself, to an ending that it may have caused. */
function withEvidence(end: HarnessEnd, exit: Partial<ProcessExit>, group: ProcessGroup): HarnessEnd {
  if (end.kind !== 'loadout_missing' && end.kind !== 'server_failed') return end;
  const evidence: Evidence = { ...end.evidence, ...exit, stderr: group.stderrTail() };
  return { kind: end.kind, evidence };
}
