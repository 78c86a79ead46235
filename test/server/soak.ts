import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { readCallLog } from '../../src/record/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { installFixtures, workspaceFolder } from './install-fixtures.ts';
import { watchHeap } from './live-heap.ts';
import { HANDSHAKE, serveArguments, startServe } from './served.ts';

const IN_FLIGHT = 16;
const SAMPLES = 40;
const MIB = 1024 * 1024;

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN;

/** What a server may gain from the middle of its calls to their end, MiB. */
export interface Growth {
  /** On its live heap. */
  readonly live: number;
  /** Of resident memory, medians of the third and the last quarter: for what is not on the heap, and wide, since V8 lets
   * the heap grow for some 70,000 calls. */
  readonly resident: number;
}

/** Makes many calls of one server and expects every one answered and logged, and memory that does not grow. */
export async function soak(calls: number, mayGrow: Growth): Promise<void> {
  const installed = await installFixtures({ name: 'workbench', fixture: 'workbench.mjs' });
  const callLog = path.join(tempFolder('soak'), 'calls.jsonl');
  const heap = watchHeap();
  const server = startServe(
    serveArguments(installed, workspaceFolder(), ['--call-log', callLog]),
    heap.environment,
  );
  const pid = server.child.pid ?? 0;
  // The answers are counted as they come: a list of a million of them would be this test's own memory.
  server.child.stdout.removeAllListeners('data');
  const memory: number[] = [];
  const live: Promise<number>[] = [];
  const faults: string[] = [];
  let sent = 0;
  let answered = 0;
  const params = { name: 'workbench__Echo', arguments: { message: 'again and again', times: 2 } };
  const send = (): void => {
    sent += 1;
    server.send({ jsonrpc: '2.0', id: sent + 10, method: 'tools/call', params });
  };
  await new Promise<void>((resolve, reject) => {
    let rest = '';
    server.child.stdout.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('{"result":{"protocolVersion"')) continue;
        if (!line.includes('"text":"{\\"message\\":\\"again and againagain and again\\"}"'))
          faults.push(line);
        answered += 1;
        if (answered % Math.ceil(calls / SAMPLES) === 0) memory.push(residentBytes(pid));
        if (answered === calls / 2) live.push(heap.liveMiB(pid));
        if (sent < calls) send();
      }
      if (answered >= calls || faults.length > 0) resolve();
    });
    server.child.once('close', () => reject(new Error(`the server ended: ${server.stderr()}`)));
    server.send(...HANDSHAKE);
    for (let at = 0; at < IN_FLIGHT; at += 1) send();
  });
  expect(faults).toEqual([]);
  const [middle, end = Number.NaN] = await Promise.all([...live, heap.liveMiB(pid)]);
  server.child.stdin.end();
  await server.exit;
  expect(end - middle).toBeLessThanOrEqual(mayGrow.live);
  const quarter = Math.floor(memory.length / 4);
  const resident = median(memory.slice(-quarter)) - median(memory.slice(2 * quarter, 3 * quarter));
  expect(resident / MIB).toBeLessThanOrEqual(mayGrow.resident);
  const text = readFileSync(callLog);
  // A part of it: the objects of a million lines would not fit.
  const { lines, faults: broken, torn } = readCallLog(text.subarray(0, text.lastIndexOf(10, 20 * MIB) + 1));
  expect([broken, torn]).toEqual([[], false]);
  expect(lines.every(({ outcome }) => outcome === 'OK')).toBe(true);
  expect(
    text
      .toString('latin1', text.length - 2000)
      .trimEnd()
      .split('\n')
      .at(-1),
  ).toContain(`"seq":${calls},`);
}
