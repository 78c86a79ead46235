import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  referenceCollision,
  referenceCollisions,
} from '../../toolkits/symbolic/test/reference-collisions.ts';
import { referenceDecay } from '../../toolkits/symbolic/test/reference-diagrams.ts';
import { freshFolder, LOCK, SYMBOLIC, toolbase } from './toolbase.ts';

const Vectors = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      structure: z.string().optional(),
      inputs: z.record(z.string(), z.number()),
      width_gev: z.number(),
      rel_tol: z.number(),
    }),
  ),
});
const file = path.join(SYMBOLIC, 'test', 'vectors', 'two-body-decays.json');
const { entries } = Vectors.parse(JSON.parse(readFileSync(file, 'utf8')));

let home: string;
let collisions: string;
beforeAll(async () => {
  home = await freshFolder();
  const ended = await toolbase(home, ['install', LOCK]);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  const loadout = path.join(home, 'collisions.yaml');
  collisions = path.join(home, 'collisions.lock');
  await writeFile(
    loadout,
    'formatVersion: 1\ntoolkits:\n  "@toolbase/symbolic":\n    version: "*"\n    bundles: [cross-sections]\n',
  );
  expect(await toolbase(home, ['lock', loadout])).toMatchObject({ status: 0 });
  expect(await toolbase(home, ['install', collisions])).toMatchObject({ status: 0 });
});

describe('ComputeDecayRate through `toolbase call` agrees with every reference value', () => {
  test.concurrent.each(entries)('$id', async ({ id, structure, inputs, width_gev: expected, rel_tol }) => {
    const diagram = referenceDecay({ id, structure, inputs });
    const ended = await toolbase(home, [
      'call',
      LOCK,
      'symbolic__ComputeDecayRate',
      '-a',
      JSON.stringify(diagram),
      '--json',
    ]);
    expect(ended.stderr).toBe('');
    const { width_gev: width } = z.object({ width_gev: z.number() }).parse(JSON.parse(ended.stdout));
    if (expected === 0) expect(width).toBe(0);
    else expect(Math.abs(width / expected - 1)).toBeLessThanOrEqual(rel_tol);
  });
});

describe('ComputeCrossSection and ComputeSquaredAmplitude through `toolbase call` agree with every reference value', () => {
  const call = (operation: string, given: object) =>
    toolbase(home, ['call', collisions, `symbolic__${operation}`, '-a', JSON.stringify(given), '--json']);
  test.concurrent.each(referenceCollisions)('$id', async (entry) => {
    const declared = referenceCollision(entry);
    const [total, square] = await Promise.all([
      call('ComputeCrossSection', declared),
      call('ComputeSquaredAmplitude', {
        ...declared,
        cos_min: undefined,
        cos_max: undefined,
        cos_theta: 0.3,
      }),
    ]);
    expect([total.stderr, square.stderr]).toEqual(['', '']);
    const { cross_section_pb: sigma } = z
      .object({ cross_section_pb: z.number() })
      .parse(JSON.parse(total.stdout));
    expect(Math.abs(sigma / entry.expected.sigma_pb - 1)).toBeLessThanOrEqual(entry.rel_tol);
    const { squared_amplitude: amplitude } = z
      .object({ squared_amplitude: z.object({ value: z.number() }) })
      .parse(JSON.parse(square.stdout));
    expect(Math.abs(amplitude.value / entry.expected.avg_M2_at_cos_0p3 - 1)).toBeLessThanOrEqual(
      entry.rel_tol,
    );
  });
});
