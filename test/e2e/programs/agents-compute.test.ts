import { mkdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LAUNCHABLE_IDS, LAUNCHABLES } from '../../../src/harness/index.ts';
import { openEnclosure } from '../../../src/harness/io/launch/enclosure.ts';
import { programEnvironment, runProgram } from '../../../src/harness/io/launch/run-program.ts';
import { parseScript } from '../../../src/harness/scripted/script.ts';
import { scriptModel } from '../../../src/harness/scripted/script-model.ts';
import { parseStrictYaml } from '../../../src/kernel/index.ts';
import { readCallLog } from '../../../src/record/index.ts';
import { needsHarness } from './agent-programs.ts';
import { needsNamespaces } from '../offline.ts';
import { freshFolder, LOCK, PROGRAM, ROOT, toolbase } from '../toolbase.ts';

const Answer = z.object({ scalar: z.object({ width_gev: z.number() }) });
const LIMIT_MS = 240_000;
const SCRIPT = path.join(ROOT, 'benchmarks/decays/campaigns/scripts/compute-decay-rate.yaml');

let home: string;
beforeAll(async () => {
  home = await freshFolder();
  expect((await toolbase(home, ['install', LOCK])).status).toBe(0);
});

describe('a real agent program, driven by a scripted model', () => {
  for (const id of LAUNCHABLE_IDS)
    it(
      `computes decay widths and writes the answer: ${id}`,
      async (context) => {
        needsNamespaces(context);
        const program = needsHarness(context, id);
        const harness = LAUNCHABLES[id];
        const folder = await realpath(await freshFolder());
        const workspace = path.join(folder, 'workspace');
        const callLog = path.join(folder, 'calls.jsonl');
        await mkdir(workspace);
        const script = parseScript(parseStrictYaml(await readFile(SCRIPT, 'utf8'), SCRIPT), SCRIPT);
        const end = await runProgram({
          ...{
            harness,
            program,
            workspace,
            prompt: 'Compute the widths.',
            model: undefined,
            tools: 'direct',
          },
          server: {
            name: 'toolbase',
            launch: {
              command: process.execPath,
              args: [PROGRAM, 'serve', LOCK, '--workspace', workspace, '--call-log', callLog],
              variables: { TOOLBASE_HOME: home },
              passed: [],
            },
          },
          answer: scriptModel(script, { harness, server: 'toolbase', workspace }),
          limitMs: LIMIT_MS / 2,
          enclosure: await openEnclosure(programEnvironment(folder)),
        });
        expect(end.exit, end.stderr).toEqual({ exitCode: 0, signal: null });
        const text = await readFile(path.join(workspace, 'answer.json'), 'utf8');
        const answer = Answer.parse(JSON.parse(text));
        // y^2 mS/(8 pi) (1 - 4 mf^2/mS^2)^(3/2) for y = 0.87, mS = 1240 GeV, mf = 320 GeV.
        const width = ((0.87 ** 2 * 1240) / (8 * Math.PI)) * (1 - (4 * 320 ** 2) / 1240 ** 2) ** 1.5;
        expect(answer.scalar.width_gev).toBeCloseTo(width, 9);
        const { lines, faults } = readCallLog(await readFile(callLog));
        expect(faults).toEqual([]);
        expect(lines.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual(
          Array(3).fill('symbolic__ComputeDecayRate OK'),
        );
      },
      LIMIT_MS,
    );
});
