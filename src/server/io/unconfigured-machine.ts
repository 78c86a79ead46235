import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { ToolbaseError } from '../../kernel/index.ts';
import type { MachineValues } from '../../host/index.ts';
import type { ExternalDeclaration, ToolkitManifest } from '../../manifest/index.ts';

const PROBE_TIMEOUT_MS = 10_000;
const PROBE_MAX_BYTES = 64 * 1024;

/** What a toolkit gets on a machine where nothing is configured: the defaults of its settings, and externals from PATH.
 * @throws ToolbaseError SETTING_MISSING, EXTERNAL_MISSING for what it cannot do without */
export async function unconfiguredMachine(manifest: ToolkitManifest): Promise<MachineValues> {
  const settings: Record<string, string | number | boolean> = {};
  for (const [name, declaration] of Object.entries(manifest.settings)) {
    if (declaration.default !== undefined) settings[name] = declaration.default;
    else if (declaration.required)
      throw new ToolbaseError(
        'SETTING_MISSING',
        `${manifest.name} needs the setting ${name} (${declaration.title})`,
      );
  }
  const externals: Record<string, { path: string; version: string }> = {};
  for (const [name, declaration] of Object.entries(manifest.externals)) {
    const found = await findExternal(declaration);
    if (found !== undefined) externals[name] = found;
    else if (!declaration.optional) throw missing(manifest.name, name, declaration);
  }
  return { settings, secrets: {}, externals };
}

async function findExternal(
  declaration: ExternalDeclaration,
): Promise<{ path: string; version: string } | undefined> {
  for (const folder of (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((entry) => path.isAbsolute(entry))) {
    const program = path.join(folder, declaration.command);
    if (!(await isExecutable(program))) continue;
    const version = versionIn(await outputOf(program, declaration.versionArgs), declaration.versionPattern);
    if (version !== undefined && fits(version, declaration.versions)) return { path: program, version };
  }
  return undefined;
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Both streams, since some programs tell their version on the other one or with a bad status. */
const outputOf = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      program,
      [...args],
      {
        timeout: PROBE_TIMEOUT_MS,
        killSignal: 'SIGKILL',
        maxBuffer: PROBE_MAX_BYTES,
        env: probeEnvironment(),
      },
      (_fault, stdout, stderr) => resolve(`${stdout}\n${stderr}`.slice(0, 4000)),
    );
  });

const probeEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  LC_ALL: 'C',
});

const versionIn = (output: string, pattern: string): string | undefined =>
  new RegExp(pattern).exec(output)?.[1];

const fits = (version: string, range: string): boolean => {
  const coerced = semver.coerce(version);
  return range === '*' || (coerced !== null && semver.satisfies(coerced, range));
};

function missing(toolkit: string, name: string, declaration: ExternalDeclaration): ToolbaseError {
  const ways = Object.entries(declaration.install).map(([manager, target]) => `${manager}: ${target}`);
  return new ToolbaseError(
    'EXTERNAL_MISSING',
    `${toolkit} needs ${declaration.title} (${declaration.command} ${declaration.versions}), which is not on PATH`,
    { hint: ways.length === 0 ? `Install ${name}.` : `Install it (${ways.join('; ')}).` },
  );
}
