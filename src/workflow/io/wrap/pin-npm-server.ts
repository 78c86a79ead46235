import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ordinalCompare, parseStrictJson, parseWith, ToolbaseError } from '../../../kernel/index.ts';
import type { RunInstaller } from '../../../store/io/index.ts';
import type { NpmLaunch } from '../../wrap/launch-command.ts';
import { type PinnedServer, SERVER_ENVIRONMENT } from '../../wrap/pinned-server.ts';

const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      bin: z.record(z.string(), z.string()).optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

/** Pins a server of the npm registry, with everything that it needs, by an npm lock. No code of a package runs.
 * @param launch.file path inside the package that starts it, in place of a program
 * @throws ToolbaseError ENVIRONMENT_FAILED, EXTERNAL_MISSING, NOT_FOUND */
export async function pinNpmServer(
  launch: Pick<NpmLaunch, 'package' | 'range' | 'program'> & { readonly file?: string },
  run: RunInstaller,
): Promise<PinnedServer> {
  const { manifest, lock } = await lockPackage(`${launch.package}@${launch.range}`, run);
  const { packages } = parseWith(
    Lock,
    parseStrictJson(lock, 'package-lock.json'),
    'package-lock.json',
    'BAD_MANIFEST',
  );
  const place = `node_modules/${launch.package}`;
  const locked = packages[place];
  if (locked?.version === undefined)
    throw new ToolbaseError('ENVIRONMENT_FAILED', `npm did not lock ${launch.package}`);
  const start = launch.file ?? programOf(launch, locked.bin ?? {});
  const scripted = Object.entries(packages).flatMap(([at, { hasInstallScript }]) =>
    hasInstallScript === true ? [at.replace(/^.*node_modules\//, '')] : [],
  );
  return {
    origin: `npm package ${launch.package} ${locked.version}`,
    version: locked.version,
    files: [
      { path: 'server/package.json', text: manifest },
      { path: 'server/package-lock.json', text: lock },
    ],
    command: 'node',
    args: [`${SERVER_ENVIRONMENT}/${place}/${start.replace(/^\.\//, '')}`],
    environment: { kind: 'npm', lock: 'server/package-lock.json' },
    notes:
      scripted.length === 0
        ? []
        : [`${scripted.join(', ')} would run a script when installed; environments run none`],
  };
}

async function lockPackage(wanted: string, run: RunInstaller): Promise<{ manifest: string; lock: string }> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'toolbase-init-')));
  try {
    const own = { name: 'server', version: '0.0.0', private: true };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(own, undefined, 2));
    await run(
      'npm',
      [
        ...['install', '--package-lock-only', '--ignore-scripts', '--save-exact', '--omit=dev'],
        // No host name of a registry in the lock.
        ...['--omit-lockfile-registry-resolved', '--lockfile-version=3', '--no-audit', '--no-fund'],
        ...['--no-progress', '--no-update-notifier', '--loglevel=error', '--', wanted],
      ],
      folder,
    );
    return {
      manifest: await readFile(path.join(folder, 'package.json'), 'utf8'),
      lock: await readFile(path.join(folder, 'package-lock.json'), 'utf8'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The file that npx would run: the program that is named, the only one, or the one named like the package. */
function programOf(
  launch: Pick<NpmLaunch, 'package' | 'program'>,
  bin: Readonly<Record<string, string>>,
): string {
  const names = Object.keys(bin).sort(ordinalCompare);
  const wanted = launch.program ?? (names.length === 1 ? names[0] : launch.package.replace(/^@[^/]*\//, ''));
  const file = wanted !== undefined && Object.hasOwn(bin, wanted) ? bin[wanted] : undefined;
  if (file !== undefined) return file;
  throw new ToolbaseError('NOT_FOUND', `${launch.package} has no program ${wanted ?? ''}`, {
    hint:
      names.length === 0
        ? 'It is a library.'
        : `Write npx -p ${launch.package} and one of: ${names.join(', ')}.`,
  });
}
