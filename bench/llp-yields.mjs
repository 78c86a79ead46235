// `node bench/llp-yields.mjs`, after a build: DecayInVolumeVsCoupling of the packed toolkit for a million scalars that all cross
// the volume and a hundred couplings (acceptance none), against a numpy program of the same formula, single-threaded and in
// blocks; and the time to read the table. The operation reads its file, traces, scans, looks for edges and writes; numpy reads the
// columns that it needs from plain files and is timed for that, paths and sums. Each runs in a process of its own, rounds alternate, and medians are
// compared, since only numbers taken side by side compare. Exits 1 when a target is missed. `--rows N`, `--rounds N` (default 5).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { extract } from 'tar';

const root = path.resolve(import.meta.dirname, '..');
const self = fileURLToPath(import.meta.url);
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    child: { type: 'string' },
    folder: { type: 'string' },
  },
});
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];

const COUPLINGS = Array.from({ length: 100 }, (_none, i) => 10 ** (-9 + (6 * i) / 99));
const MASS = 0.3;

/** Runs the operation once, warm, and prints its time and the most memory the process had. */
async function operation(folder) {
  const { toolkit } = await import(pathToFileURL(path.join(folder, 'toolkit', 'host', 'toolkit.mjs')).href);
  const yields = toolkit.operations.find(({ name }) => name === 'DecayInVolumeVsCoupling');
  const context = {
    workspace: folder,
    readPath: (relative) => path.join(folder, relative),
    writePath: (relative) => path.join(folder, relative),
    signal: new AbortController().signal,
    progress: () => undefined,
    showImage: () => undefined,
    log: () => undefined,
  };
  const input = (flux_path, output_path) =>
    yields.input.parse({
      ...{
        flux_path,
        m_phi_gev: MASS,
        channel: 'mumu',
        n_int: 2.7e18,
        acceptance: 'none',
        g_grid: COUPLINGS,
        output_path,
      },
      ...{ z_min_m: 112, z_max_m: 163, r_volume_m: 0.92 },
    });
  await yields.run(input('warm.arrow', 'warm.json'), context);
  const start = performance.now();
  await yields.run(input('flux.arrow', 'yields.json'), context);
  const ms = performance.now() - start;
  process.stdout.write(JSON.stringify({ ms, rssMb: process.resourceUsage().maxRSS / 1024 }));
}

/** Reads the table into typed arrays once, warm, and prints the time. */
async function read(folder) {
  const { decodeArrow, numbers } = await import(pathToFileURL(path.join(folder, 'tables-index.mjs')).href);
  const once = (name) => {
    const start = performance.now();
    const table = decodeArrow(readFileSync(path.join(folder, name)), name);
    const columns = table.columns.map((column) => numbers(table, column.name));
    if (columns.length !== 8) throw new Error('columns are missing');
    return performance.now() - start;
  };
  once('warm.arrow');
  process.stdout.write(JSON.stringify({ ms: once('flux.arrow') }));
}

async function compare() {
  const rows = Number(values.rows);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'toolbase-bench-llp-'));
  try {
    const python = await pythonWithNumpy(folder);
    const tables = await import(pathToFileURL(await built('toolkits/llp/src/tables/index.ts', folder)).href);
    write(tables, folder, 'flux', rows);
    write(tables, folder, 'warm', 1000);
    mkdirSync(path.join(folder, 'toolkit'));
    await extract({
      file: path.join(root, 'dist', 'embedded', '@toolbase', 'llp', '0.1.0', 'toolkit.tgz'),
      cwd: path.join(folder, 'toolkit'),
      strip: 1,
    });
    writeFileSync(path.join(folder, 'sums.py'), NUMPY);
    const ours = [];
    const theirs = [];
    const reads = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      ours.push(JSON.parse(run(process.execPath, [self, '--child', 'operation', '--folder', folder])));
      reads.push(JSON.parse(run(process.execPath, [self, '--child', 'read', '--folder', folder])));
      theirs.push(JSON.parse(run(python, [path.join(folder, 'sums.py'), folder, String(MASS)])));
    }
    report(rows, ours, theirs, reads);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(rows, ours, theirs, reads) {
  const operationMs = median(ours.map(({ ms }) => ms));
  const numpyMs = median(theirs.map(({ ms }) => ms));
  const readMs = median(reads.map(({ ms }) => ms));
  const rssMb = Math.max(...ours.map(({ rssMb: mb }) => mb));
  const ratio = operationMs / numpyMs;
  console.log(`${rows} scalars x ${COUPLINGS.length} couplings, acceptance none`);
  console.log(`  DecayInVolumeVsCoupling  ${operationMs.toFixed(0)} ms  (all of it, ${rssMb.toFixed(0)} MB)`);
  console.log(`  numpy, same formula      ${numpyMs.toFixed(0)} ms  (columns, paths and sums)`);
  console.log(`  ratio                    ${ratio.toFixed(2)}  (target at most 1, wanted 0.5)`);
  console.log(`  reading 8 columns        ${readMs.toFixed(0)} ms  (target at most 200)`);
  if (ratio > 1 || rssMb > 600 || readMs > 200) process.exitCode = 1;
}

function run(program, args) {
  const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };
  delete env.OPENBLAS_CORETYPE;
  delete env.OPENBLAS_L2_SIZE;
  return execFileSync(program, args, { encoding: 'utf8', env, maxBuffer: 1e7 });
}

/** A module of the sources, built into the folder. */
async function built(source, folder) {
  const outfile = path.join(
    folder,
    `${path.basename(path.dirname(source))}-${path.basename(source, '.ts')}.mjs`,
  );
  const options = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['toolbase-source'],
    logLevel: 'error',
  };
  await build({ entryPoints: [path.join(root, source)], outfile, ...options });
  return outfile;
}

/** The Python with numpy of the tests, pinned by hash. */
async function pythonWithNumpy(folder) {
  const { referencePython } = await import(
    pathToFileURL(await built('test/reference/python.ts', folder)).href
  );
  const python = referencePython(path.join(root, 'test', 'reference', 'requirements.txt'));
  if (python === undefined) throw new Error('no Python, no package index, or no wheel of numpy');
  return python;
}

/** Scalars that all cross the volume: as an Arrow table, and as raw columns for numpy. */
function write({ encodeArrow, tableOf }, folder, name, rows) {
  let state = 12345;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const column = () => new Float64Array(rows);
  const columns = {
    E: column(),
    px: column(),
    py: column(),
    pz: column(),
    vx: column(),
    vy: column(),
    vz: column(),
  };
  const weight = column();
  for (let i = 0; i < rows; i += 1) {
    const p = Math.exp(2 + 6 * random());
    const tx = 0.004 * (random() - 0.5);
    const ty = 0.004 * (random() - 0.5);
    const pz = p / Math.hypot(tx, ty, 1);
    columns.px[i] = tx * pz;
    columns.py[i] = ty * pz;
    columns.pz[i] = pz;
    columns.E[i] = Math.hypot(p, MASS);
    columns.vz[i] = 50 * random();
    columns.vx[i] = tx * columns.vz[i];
    columns.vy[i] = ty * columns.vz[i];
    weight[i] = 1e-9 * random();
  }
  const named = { ...columns, event_weight_g2_stripped: weight };
  const asColumns = Object.entries(named).map(([key, data]) => ({ name: key, unit: '1', values: data }));
  const about = { format: 'llpflux-2.0', toolkit: 'unknown', conventions: [], inputs: [], values: {} };
  const table = tableOf(asColumns, about);
  writeFileSync(path.join(folder, `${name}.arrow`), encodeArrow(table));
  if (name === 'flux')
    for (const [key, data] of Object.entries({ ...columns, weight }))
      writeFileSync(path.join(folder, `${key}.f64`), new Uint8Array(data.buffer));
  writeFileSync(path.join(folder, 'g.json'), JSON.stringify(COUPLINGS));
}

const NUMPY = `
import json, sys, time
import numpy as np

folder, mass = sys.argv[1], float(sys.argv[2])
g = np.array(json.load(open(f"{folder}/g.json")))
z_min, z_max, radius = 112.0, 163.0, 0.92
width = mass / (8 * np.pi) * (1 - 4 * 0.1056583755**2 / mass**2) ** 1.5
ctau = 1.973269804593025e-16 / width


def run(block=8192):
    px, py, pz, vx, vy, vz, w = (np.fromfile(f"{folder}/{name}.f64") for name in ("px", "py", "pz", "vx", "vy", "vz", "weight"))
    n = np.zeros(len(g))
    for at in range(0, len(w), block):
        cut = slice(at, at + block)
        dx, dy, dz = px[cut], py[cut], pz[cut]
        p = np.sqrt(dx * dx + dy * dy + dz * dz)
        dx, dy, dz = dx / p, dy / p, dz / p
        x, y, z = vx[cut], vy[cut], vz[cut]
        a = dx * dx + dy * dy
        b = x * dx + y * dy
        c = x * x + y * y - radius**2
        root = np.sqrt(np.maximum(b * b - a * c, 0))
        near = np.maximum(np.maximum((z_min - z) / dz, (-b - root) / a), 0)
        depth = np.minimum((z_max - z) / dz, (-b + root) / a) - near
        weight = np.where(depth > 0, w[cut], 0)
        u, v = -near * mass / p / ctau, -np.maximum(depth, 0) * mass / p / ctau
        for k, s in enumerate(g * g):
            n[k] += weight @ (np.exp(u * s) * -np.expm1(v * s))
    return n * g * g


run()
start = time.perf_counter()
run()
print(json.dumps({"ms": 1000 * (time.perf_counter() - start)}))
`;

if (values.child === 'operation') await operation(values.folder);
else if (values.child === 'read') await read(values.folder);
else await compare();
