import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { parseStrictJson, parseWith, ToolbaseError } from '../../../kernel/index.ts';
import { readTextBounded } from '../../../kernel/io/index.ts';
import type { Installers } from '../../../store/io/index.ts';

export type PinnedPython = {
  /** A requirements file, every package pinned by version and hash. */
  readonly text: string;
  /** Releases of Python that it holds for. */
  readonly python: string;
  readonly notes: readonly string[];
};

const MARK = 'toolbase:';

/** Prints, on a marked line, the release and which installed distribution each module comes from. */
const PROBE = `import importlib.metadata as m, json, sys
names = sys.argv[1:]
by = m.packages_distributions() if hasattr(m, "packages_distributions") else {}
known = getattr(sys, "stdlib_module_names", ())
print("${MARK}" + json.dumps({"release": list(sys.version_info[:2]), "modules": {n: [d + "==" + m.version(d) for d in by.get(n, [])] for n in names if n not in known}}))`;

const Probe = z.strictObject({
  release: z.tuple([z.number().int(), z.number().int()]),
  modules: z.record(z.string(), z.array(z.string())),
});

/** Asks an interpreter for its release, and which installed packages have the modules. Runs no code of a package.
 * @throws ToolbaseError EXTERNAL_MISSING, ENVIRONMENT_FAILED */
export async function probePython(
  python: string,
  modules: readonly string[],
  cwd: string,
  { run }: Pick<Installers, 'run'>,
): Promise<{ release: readonly [number, number]; modules: Readonly<Record<string, readonly string[]>> }> {
  // -I: nothing of the folder one is in, nothing of the user's variables.
  const lines = await run(python, ['-I', '-c', PROBE, ...modules], cwd);
  const answer = lines.find((line) => line.startsWith(MARK));
  if (answer === undefined) throw new ToolbaseError('EXTERNAL_MISSING', `${python} is no Python`);
  return parseWith(Probe, parseStrictJson(answer.slice(MARK.length), python), python, 'ENVIRONMENT_FAILED');
}

/** Pins requirements and all that they need, by `uv` when it is there, else by the interpreter's own pip.
 * @param wanted lines of a requirements file
 * @throws ToolbaseError EXTERNAL_MISSING, ENVIRONMENT_FAILED */
export async function pinRequirements(
  wanted: readonly string[],
  python: string,
  release: readonly [number, number],
  installers: Installers,
): Promise<PinnedPython> {
  const [major, minor] = release;
  if (wanted.length === 0) return { text: '', python: `>=${major}.${minor}`, notes: [] };
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'toolbase-init-')));
  try {
    await writeFile(path.join(folder, 'requirements.in'), wanted.map((line) => `${line}\n`).join(''));
    if ((await installers.find('uv')) === undefined) {
      const text = await pinWithPip(folder, python, installers);
      const note = `server/requirements.txt holds for Python ${major}.${minor} on this kind of system only; with uv installed it would hold for all`;
      return { text, python: `==${major}.${minor}.*`, notes: [note] };
    }
    const options = [
      '--generate-hashes',
      '--universal',
      '--no-header',
      '--no-annotate',
      '--only-binary=:all:',
    ];
    const target = [
      '--python-version',
      `${major}.${minor}`,
      '--no-progress',
      '--output-file',
      'requirements.txt',
    ];
    await installers.run('uv', ['pip', 'compile', ...options, ...target, 'requirements.in'], folder);
    const text = await readFile(path.join(folder, 'requirements.txt'), 'utf8');
    return { text, python: `>=${major}.${minor}`, notes: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const Report = z.looseObject({
  install: z.array(
    z.looseObject({
      metadata: z.looseObject({ name: z.string(), version: z.string() }),
      download_info: z.looseObject({
        archive_info: z.looseObject({ hashes: z.looseObject({ sha256: z.string() }) }),
      }),
    }),
  ),
});

const REPORT_MAX_BYTES = 64 * 1024 * 1024;

/** What pip would install here, with the hash of each file. */
async function pinWithPip(folder: string, python: string, { run }: Installers): Promise<string> {
  const report = path.join(folder, 'report.json');
  const options = ['--dry-run', '--ignore-installed', '--only-binary=:all:', '--no-input', '--quiet'];
  const args = [...options, '--disable-pip-version-check', '--progress-bar=off', '--report', report];
  await run(python, ['-I', '-m', 'pip', 'install', ...args, '-r', 'requirements.in'], folder);
  const text = await readTextBounded(report, REPORT_MAX_BYTES);
  const { install } = parseWith(
    Report,
    parseStrictJson(text, "pip's report"),
    "pip's report",
    'ENVIRONMENT_FAILED',
  );
  return install
    .map(({ metadata, download_info }) => {
      const { sha256 } = download_info.archive_info.hashes;
      return `${metadata.name}==${metadata.version} \\\n    --hash=sha256:${sha256}\n`;
    })
    .sort()
    .join('');
}
