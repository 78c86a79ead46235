import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decayInVolumeVsCoupling } from '../../toolkits/llp/src/decay-in-volume-vs-coupling.ts';
import { mesonDecayToLlp } from '../../toolkits/llp/src/meson-decay-to-llp.ts';
import { YieldsFile } from '../../toolkits/llp/src/yields/yields-file.ts';
import { contextIn } from '../../toolkits/llp/test/operation-context.ts';
import { needsExternal } from '../external.ts';
import { referencePython } from './python.ts';

type Parent = readonly [name: string, px: number, py: number, pz: number, weight: number];
type Case = {
  parents: readonly Parent[];
  mass: number;
  channel: 'mumu' | 'gammagamma';
  g: readonly number[];
  draws: number;
};

const VOLUME = { z_min: 112, z_max: 163, radius: 0.92, z_det: 165, det_radius: 0.92, z_shield: 50 };
const N_INT = 2.7e18;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const BATCHES = 20;

const Answer = z.object({
  n: z.array(z.number()),
  error: z.array(z.number()),
  b_hat: z.record(z.string(), z.number()),
  width: z.number(),
});

/** What the Python program of this folder finds. */
async function reference(
  python: string,
  { parents, mass, channel, g, draws }: Case,
): Promise<z.output<typeof Answer>> {
  const program = path.join(import.meta.dirname, 'llp', 'chain.py');
  const child = spawn(python, ['-I', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const request = {
    parents,
    m_phi: mass,
    channel,
    g,
    draws,
    batches: BATCHES,
    seed: 20_240_611,
    n_int: N_INT,
  };
  child.stdin.end(JSON.stringify({ ...request, ...VOLUME, acceptance: true }));
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += String(chunk);
  return Answer.parse(JSON.parse(text));
}

/** What the toolkit finds: mean over seeds, and its error, which is that of the draws alone. */
async function toolkit({ parents, mass, channel, g }: Case) {
  const context = contextIn();
  const file = path.join(context.workspace, 'parents.jsonl');
  const lines = parents.map(([parent, px, py, pz, weight_per_collision]) =>
    JSON.stringify({ parent, px, py, pz, weight_per_collision }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  const runs: number[][] = [];
  const bHat: Record<string, number> = {};
  let width = 0;
  for (const seed of SEEDS) {
    const { fluxes, parents: told } = await mesonDecayToLlp.run(
      {
        parent_flux_paths: ['parents.jsonl'],
        masses_gev: [mass],
        lepton: 'mu',
        z_shield_m: VOLUME.z_shield,
        n_strata: 32,
        theta_max_rad: 0.2,
        rest_frame: false,
        seed,
        output_dir: 'flux',
        file_format: 'arrow',
      },
      context,
    );
    for (const { parent, open, B_hat } of told) if (open) bHat[parent] = B_hat;
    const counted = await decayInVolumeVsCoupling.run(
      {
        flux_path: fluxes[0]!.path!,
        m_phi_gev: mass,
        channel,
        n_int: N_INT,
        preset: 'muon-only',
        g_grid: [...g],
        g_min: 1e-9,
        g_max: 1,
        points_per_decade: 20,
        n_target: 3,
        z_min_m: VOLUME.z_min,
        z_max_m: VOLUME.z_max,
        r_volume_m: VOLUME.radius,
        z_det_m: VOLUME.z_det,
        r_det_m: VOLUME.det_radius,
        x_off_m: 0,
        output_path: 'yields.json',
      },
      context,
    );
    width = counted.width_ref_gev;
    const { yields } = YieldsFile.parse(
      JSON.parse(readFileSync(path.join(context.workspace, counted.path), 'utf8')),
    );
    runs.push(yields.map(({ n_sig: n }) => n));
  }
  const n = g.map((_coupling, i) => runs.reduce((sum, run) => sum + run[i]!, 0) / runs.length);
  const error = n.map((mean, i) =>
    Math.sqrt(runs.reduce((sum, run) => sum + (run[i]! - mean) ** 2, 0) / (runs.length - 1) / runs.length),
  );
  return { n, error, b_hat: bHat, width };
}

/** Parents along the beam, of falling energy. */
function toy(names: readonly string[], count: number): Parent[] {
  return Array.from({ length: count }, (_none, i): Parent => {
    const angle = 2.399963 * i;
    const theta = 0.006 * Math.sqrt((i + 0.5) / count);
    const p = 30 * (count / (i + 0.5)) ** 0.8;
    const name = names[i % names.length]!;
    const weight = name === 'K' ? 1 : 1e-3;
    return [
      name,
      p * Math.sin(theta) * Math.cos(angle),
      p * Math.sin(theta) * Math.sin(angle),
      p * Math.cos(theta),
      weight,
    ];
  });
}

const CASES: Record<string, Case> = {
  'kaons and J/psi to muons': {
    parents: toy(['K', 'Jpsi'], 60),
    mass: 0.3,
    channel: 'mumu',
    g: [1e-8, 1e-7, 5e-7],
    draws: 400,
  },
  'vectors to muons at 0.45 GeV': {
    parents: toy(['rho', 'omega', 'phi', 'Ds', 'D'], 60),
    mass: 0.45,
    channel: 'mumu',
    g: [1e-8, 1e-7, 3e-7],
    draws: 300,
  },
  'kaons and D to photons': {
    parents: toy(['K', 'D'], 60),
    mass: 0.1,
    channel: 'gammagamma',
    g: [1e-6, 1e-4, 1e-3],
    draws: 300,
  },
};

describe('a second implementation of the chain, in Python', { timeout: 480_000 }, () => {
  let python: string | undefined;
  beforeAll(() => {
    python = referencePython();
  });
  beforeEach((context) => needsExternal(context, 'Python with numpy from an index', python !== undefined));

  it.each(Object.entries(CASES))('agrees on %s', async (what, given) => {
    const [ours, theirs] = await Promise.all([toolkit(given), reference(python!, given)]);
    expect(Math.abs(ours.width / theirs.width - 1)).toBeLessThan(1e-9);
    expect(Object.keys(ours.b_hat)).not.toEqual([]);
    for (const [parent, value] of Object.entries(ours.b_hat))
      expect(Math.abs(value / theirs.b_hat[parent]! - 1), parent).toBeLessThan(1e-4);
    const pulls = ours.n.map((n, i) => (n - theirs.n[i]!) / Math.hypot(ours.error[i]!, theirs.error[i]!));
    const told = pulls.map(
      (pull, i) => `g = ${given.g[i]}: N = ${ours.n[i]!.toPrecision(4)}, pull ${pull.toFixed(2)}`,
    );
    console.info(`${what}\n  ${told.join('\n  ')}`);
    for (const [i, pull] of pulls.entries()) {
      // Precise enough to tell a wrong factor.
      expect(Math.hypot(ours.error[i]!, theirs.error[i]!) / ours.n[i]!).toBeLessThan(0.15);
      expect(Math.abs(pull), told[i]).toBeLessThan(4);
    }
  });
});
