import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { integrityOf } from '../../../src/kernel/index.ts';
import { buildTarball } from '../../../src/store/index.ts';

/** Writes a wheel of pure Python into a folder.
 * @param files by path in the wheel   @returns the sha256 of the wheel, hex */
export function writeWheel(
  folder: string,
  name: string,
  version: string,
  files: Readonly<Record<string, string>>,
): string {
  const info = `${name}-${version}.dist-info`;
  const all: Record<string, string> = {
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ...files,
  };
  const record = [...Object.keys(all).map((file) => `${file},,`), `${info}/RECORD,,`, ''].join('\n');
  const zipped = zipSync(
    Object.fromEntries(
      [...Object.entries(all), [`${info}/RECORD`, record] as const].map(([file, text]) => [
        file,
        strToU8(text),
      ]),
    ),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}-${version}-py3-none-any.whl`), zipped);
  return createHash('sha256').update(zipped).digest('hex');
}

export interface NpmPackage {
  readonly manifest: { readonly name: string; readonly version: string; readonly [field: string]: unknown };
  readonly files: Readonly<Record<string, string>>;
}

/** Serves packages as an npm registry on a free loopback port. */
export async function serveNpm(
  packages: readonly NpmPackage[],
): Promise<{ url: string; integrity: (name: string) => string; close: () => void }> {
  const tarballs = new Map(
    packages.map(({ manifest, files }) => [
      manifest.name,
      buildTarball(
        Object.entries({ ...files, 'package.json': JSON.stringify(manifest) }).map(([file, text]) => ({
          path: file,
          mode: 0o644 as const,
          bytes: Buffer.from(text),
        })),
      ),
    ]),
  );
  const integrity = (name: string): string => integrityOf(tarballs.get(name)!);
  const server = createServer((request, response) => {
    const [, name = '', tarball] = /^\/([^/]+)(\/-\/.*)?$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const found = packages.find(({ manifest }) => manifest.name === name);
    if (found === undefined) response.writeHead(404).end('{}');
    else if (tarball !== undefined) response.end(tarballs.get(name));
    else {
      const { version } = found.manifest;
      const dist = { tarball: `${url}${name}/-/${name}-${version}.tgz`, integrity: integrity(name) };
      const versions = { [version]: { ...found.manifest, dist } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, integrity, close: () => server.close() };
}

/** Real path of the Python that `python3` runs here, or undefined when it cannot make an environment. */
export function realPython(): string | undefined {
  const program = 'import os, sys, venv, ensurepip; print(os.path.realpath(sys._base_executable))';
  try {
    return realpathSync(
      execFileSync('python3', ['-I', '-c', program], { encoding: 'utf8', stdio: 'pipe' }).trim(),
    );
  } catch {
    return undefined;
  }
}

/** A folder for a PATH that holds nothing but these programs. */
export function programsFolder(folder: string, programs: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, target] of Object.entries(programs)) symlinkSync(target, path.join(folder, name));
  return folder;
}
