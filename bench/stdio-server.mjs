// One MCP server as a process: requests in, answers out, times taken on the way.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const HANDSHAKE = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

/** Starts a server, shakes hands and lists. Times are milliseconds since the spawn.
 * @param {string[]} args of Node */
export async function startServer(args) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  const exited = new Promise((resolve) => child.once('exit', () => resolve(performance.now())));
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const ask = (message) =>
    new Promise((resolve) => {
      waiting.set(message.id, resolve);
      send(message);
    });
  await ask(HANDSHAKE[0]);
  const initializeMs = performance.now() - startedMs;
  const cpuMs = cpuOf(child.pid);
  send(HANDSHAKE[1]);
  const listed = await ask({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  const listMs = performance.now() - startedMs;
  let id = 2;
  return {
    child,
    exited,
    initializeMs,
    cpuMs,
    listMs,
    tools: listed.result.tools,
    /** Bytes of resident memory. */
    residentBytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) * 1024,
    /** Milliseconds of a ping and its answer. */
    ping: async () => {
      id += 1;
      const askedMs = performance.now();
      await ask({ jsonrpc: '2.0', id, method: 'ping' });
      return performance.now() - askedMs;
    },
    /** @throws Error when the call has no result: a refusal is quick, and its time would be no measurement */
    call: async (name, input) => {
      id += 1;
      const params = { name, arguments: input };
      const answer = await ask({ jsonrpc: '2.0', id, method: 'tools/call', params });
      if (answer.result === undefined || answer.result.isError === true)
        throw new Error(`${name} has no result: ${JSON.stringify(answer.error ?? answer.result)}`);
      return answer;
    },
    /** Milliseconds from the end of its input to its exit. */
    leave: async () => {
      const leftMs = performance.now();
      child.stdin.end();
      return (await exited) - leftMs;
    },
  };
}

/** CPU milliseconds that a process has used (Linux counts in 1/100 s). */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
