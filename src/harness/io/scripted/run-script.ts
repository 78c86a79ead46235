import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { type Client, SdkError } from '@modelcontextprotocol/client';
import { headOf, isToolbaseError, type Json, sha256 } from '../../../kernel/index.ts';
import { atomicWrite, makeFolder } from '../../../kernel/io/index.ts';
import type { HarnessEnd, HarnessInput } from '../../harness.ts';
import { fillJson, fillText } from '../../scripted/fill-template.ts';
import type { Script, Step } from '../../scripted/script.ts';
import { withLoadout } from '../loadout-session.ts';

/** The longest timer of Node; the trial's own limit ends a call earlier. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

type CallStep = Extract<Step, { do: 'call' }>;
type WriteStep = Extract<Step, { do: 'write' }>;

/** Runs the steps of a script in a workspace, its calls through the server of the loadout. */
export async function runScript(script: Script, input: HarnessInput): Promise<HarnessEnd> {
  const { loadout } = input;
  return loadout === undefined
    ? await runSteps(script, input, undefined)
    : await withLoadout(loadout, input, async (client) => await runSteps(script, input, client));
}

async function runSteps(
  script: Script,
  input: HarnessInput,
  client: Client | undefined,
): Promise<HarnessEnd> {
  const saved = new Map<string, Json>();
  for (const step of script.steps) {
    if (input.signal.aborted) return { kind: 'stopped' };
    const end = await runStep(step, input, client, saved);
    if (end !== undefined) return end;
  }
  return { kind: 'completed' };
}

/** @returns undefined when the script goes on */
async function runStep(
  step: Step,
  input: HarnessInput,
  client: Client | undefined,
  saved: Map<string, Json>,
): Promise<HarnessEnd | undefined> {
  switch (step.do) {
    case 'nothing':
      input.emit({ type: 'nothing' });
      return undefined;
    case 'call':
      if (client === undefined)
        return agentError(`${step.operation} cannot be called: no loadout is attached`);
      return await call(step, input, client, saved);
    case 'write':
      return await write(step, input, saved);
  }
}

async function call(
  step: CallStep,
  input: HarnessInput,
  client: Client,
  saved: Map<string, Json>,
): Promise<HarnessEnd | undefined> {
  input.emit({ type: 'call', operation: step.operation, arguments: step.arguments });
  try {
    const result = await client.callTool(
      { name: step.operation, arguments: step.arguments },
      { signal: input.signal, timeout: NO_TIMEOUT_MS },
    );
    const value = valueOf(result);
    input.emit({ type: 'result', operation: step.operation, isError: result.isError === true, value });
    if (result.isError === true)
      return agentError(`${step.operation} answered with an error: ${JSON.stringify(value)}`);
    if (step.saveAs !== undefined) saved.set(step.saveAs, value);
    return undefined;
  } catch (cause) {
    if (input.signal.aborted) return { kind: 'stopped' };
    const message = `${step.operation} was not answered: ${cause instanceof Error ? cause.message : String(cause)}`;
    input.emit({ type: 'call-failed', operation: step.operation, message });
    return cause instanceof SdkError
      ? { kind: 'server_failed', evidence: { message: headOf(message, 2000) } }
      : agentError(message);
  }
}

/** What a call came to: its structured content, else its text read as JSON, else the text. */
function valueOf(result: Awaited<ReturnType<Client['callTool']>>): Json {
  if (result.structuredContent !== undefined) return asJson(result.structuredContent);
  const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    if (cause instanceof SyntaxError) return text;
    throw cause;
  }
}

// It came as JSON over the wire; the client library types it as unknown.
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

async function write(
  step: WriteStep,
  input: HarnessInput,
  saved: Map<string, Json>,
): Promise<HarnessEnd | undefined> {
  try {
    const text =
      step.text === undefined
        ? `${JSON.stringify(fillJson(step.json ?? null, saved), undefined, 2)}\n`
        : fillText(step.text, saved);
    await atomicWrite(await placeIn(input.workspace, step.path), text);
    input.emit({ type: 'wrote', path: step.path, digest: sha256(text), sizeBytes: Buffer.byteLength(text) });
    return undefined;
  } catch (cause) {
    if (isToolbaseError(cause))
      return { kind: 'workspace_failed', evidence: { message: headOf(cause.message, 2000) } };
    if (cause instanceof RangeError) return agentError(`${step.path}: ${cause.message}`);
    throw cause;
  }
}

/** Absolute path of a file of the workspace, its folders made one by one: an operation may have put a link there. */
async function placeIn(workspace: string, relative: string): Promise<string> {
  let folder = workspace;
  for (const part of relative.split('/').slice(0, -1)) {
    folder = path.join(folder, part);
    await makeFolder(folder);
    if (!(await lstat(folder)).isDirectory())
      throw new RangeError('its folder is a link that leads elsewhere');
  }
  return path.join(workspace, relative);
}

const agentError = (message: string): HarnessEnd => ({
  kind: 'agent_error',
  evidence: { message: headOf(message, 2000) },
});
