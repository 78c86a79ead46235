import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { ErrorCode, ToolkitName, Version } from '../../../src/kernel/index.ts';
import { EMPTY_NPMRC, nerfDart, type NpmRegistry } from '../../../src/registry/index.ts';
import { type NpmRegistryOptions, openNpmRegistry } from '../../../src/registry/io/index.ts';
import { entry, type HostileRegistry, packument, startHostile } from './hostile-registry.ts';

export const grid = 'grid' as ToolkitName;
export const one = '1.0.0' as Version;

/** The token for the registry: no message may hold it. */
export const SECRET = 'tok_2f8c9a77e1';

/** A registry that misbehaves, a second host beside it, and a cache. */
export interface HostileLab {
  readonly server: HostileRegistry;
  readonly elsewhere: HostileRegistry;
  readonly cacheDir: string;
  readonly open: (more?: Partial<NpmRegistryOptions>) => NpmRegistry;
  readonly close: () => Promise<void>;
}

export async function hostileLab(): Promise<HostileLab> {
  const server = await startHostile();
  const elsewhere = await startHostile();
  const cacheDir = mkdtempSync(path.join(tmpdir(), 'toolbase-npm-cache-'));
  const open: HostileLab['open'] = (more = {}) => {
    const address = more.address ?? server.address;
    return openNpmRegistry({
      name: 'lab',
      address,
      cacheDir,
      offline: false,
      credentials: new Map([[nerfDart(new URL(address)), { kind: 'bearer', token: SECRET }]]),
      npmrc: EMPTY_NPMRC,
      env: {},
      retryWaitMs: 5,
      ...more,
    });
  };
  const close = async (): Promise<void> => {
    await Promise.all([server.close(), elsewhere.close()]);
    rmSync(cacheDir, { recursive: true, force: true });
  };
  return { server, elsewhere, cacheDir, open, close };
}

export const tarballAt = (host: HostileRegistry): string => `${host.address}grid/-/grid-1.0.0.tgz`;

/** The packument of a registry with one sound version. */
export const sound = (host: HostileRegistry) =>
  packument('grid', entry('grid', '1.0.0', 'one', tarballAt(host)));

/** The error that a promise ends in, found free of the secret. */
export async function failure(
  promise: Promise<unknown>,
): Promise<{ code: ErrorCode; message: string; hint?: string }> {
  const error = await promise.then(
    (value) => expect.fail(`no error but ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(SECRET);
  return error as { code: ErrorCode; message: string; hint?: string };
}
