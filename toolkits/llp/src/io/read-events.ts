import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import type { Rows } from '../harvest/rows.ts';

const EventLine = z.object({
  data: z.object({
    particles: z.array(
      z.object({ id: z.number().int(), px: z.number(), py: z.number(), pz: z.number(), E: z.number() }),
    ),
  }),
});

export type Wanted = {
  readonly ids: ReadonlySet<number>;
  readonly thetaMaxRad: number;
  readonly bothSides: boolean;
};

export type FoundRows = { readonly rows: Rows; readonly events: number; readonly sha256: string };

/** Harvests a file of events (`evtjsonl-1.0`) line by line.
 * @throws ToolbaseError BAD_ARGUMENTS naming the line; the reason of the signal */
export async function readEvents(
  file: string,
  label: string,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<FoundRows> {
  const hash = createHash('sha256');
  const stream = createReadStream(file, { signal });
  stream.on('data', (chunk) => hash.update(chunk));
  const columns: number[][] = [[], [], [], [], [], []];
  const tangent = Math.tan(wanted.thetaMaxRad);
  let [events, number] = [0, 0];
  for await (const line of createInterface({ input: stream })) {
    number += 1;
    if (line.trim() === '') continue;
    for (const { id, px, py, pz, E } of particlesOf(line, label, number)) {
      if (!wanted.ids.has(id) || pz === 0 || (pz < 0 && !wanted.bothSides)) continue;
      if (Math.hypot(px, py) > tangent * Math.abs(pz)) continue;
      [events, id, px, py, Math.abs(pz), E].forEach((value, at) => columns[at]?.push(value));
    }
    events += 1;
  }
  const column = (at: number): readonly number[] => columns[at] ?? [];
  const rows: Rows = {
    event: Int32Array.from(column(0)),
    pid: Int32Array.from(column(1)),
    px: Float64Array.from(column(2)),
    py: Float64Array.from(column(3)),
    pz: Float64Array.from(column(4)),
    E: Float64Array.from(column(5)),
  };
  return { rows, events, sha256: hash.digest('hex') };
}

function particlesOf(
  line: string,
  label: string,
  number: number,
): z.output<typeof EventLine>['data']['particles'] {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    json = undefined;
  }
  const read = EventLine.safeParse(json);
  if (read.success) return read.data.data.particles;
  throw new ToolbaseError('BAD_ARGUMENTS', `line ${number} of ${label} is no event`, {
    hint: 'A line is {"data": {"n": 0, "particles": [{"id", "status", "px", "py", "pz", "E", "m"}]}}.',
  });
}
