import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../../src/kernel/io/index.ts';
import type { Registry, WritableRegistry } from '../../src/registry/index.ts';
import { openWritableDirectory } from '../../src/registry/io/index.ts';
import { type Environments, openEnvironments, openStore, type Store } from '../../src/store/io/index.ts';
import { createLock, install, type LockRequest, publish } from '../../src/workflow/io/index.ts';
import type { WorkflowEvent } from '../../src/workflow/index.ts';
import { type Packed, packedToolkit } from './packed-toolkit.ts';

/** A machine that no file names. */
export const NOWHERE = { homeDir: undefined, hostName: '' };

/** For publishing, to one registry that knows all there is. */
export const goesTo = (registry: WritableRegistry) => ({
  registryFor: () => Promise.resolve(registry),
  registries: () => Promise.resolve([registry]),
});

/** A folder with registries, a store and loadouts, as one machine has them. */
export class Lab {
  readonly dir = mkdtempSync(path.join(tmpdir(), 'toolbase-lab-'));
  readonly store: Store = openStore(path.join(this.dir, 'store'));
  readonly environments: Environments = openEnvironments(path.join(this.dir, 'store'), { env: process.env });
  readonly local = this.registry('local');
  readonly lab = this.registry('lab');
  registries: readonly Registry[] = [this.local, this.lab];
  readonly events: WorkflowEvent[] = [];

  registry(name: string): WritableRegistry {
    return openWritableDirectory({
      name,
      directory: path.join(this.dir, 'registries', name),
      mustExist: false,
    });
  }

  path(name: string): string {
    return path.join(this.dir, name);
  }

  write(name: string, text: string | Uint8Array): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  loadout(toolkits: string, name = 'x.yaml'): string {
    return this.write(name, `formatVersion: 1\ntoolkits:\n${toolkits}\n`);
  }

  async publish(packed: Packed, to: WritableRegistry = this.local): Promise<void> {
    const tarball = this.write('packed.tgz', packed.tarball);
    const pack = () => Promise.reject(new Error('not asked'));
    await publish(
      tarball,
      { ...goesTo(to), pack, machine: NOWHERE },
      { allowed: { secrets: [], breaks: true } },
    );
  }

  /** Publishes a toolkit with the one operation `Width`. */
  async release(name: string, version: string, extra: Record<string, unknown> = {}): Promise<Packed> {
    const packed = packedToolkit(name, version, extra);
    await this.publish(packed);
    return packed;
  }

  lock(request: Partial<LockRequest> = {}, more: { age?: { minAgeMs: number; nowMs: number } } = {}) {
    return createLock(
      { loadoutFile: this.path('x.yaml'), ...request },
      { registries: this.registries, onEvent: (event) => this.events.push(event), ...more },
    );
  }

  install(lock: Parameters<typeof install>[0], options: Parameters<typeof install>[2] = {}) {
    return install(
      lock,
      {
        store: this.store,
        environments: this.environments,
        registries: this.registries,
        onEvent: (event) => this.events.push(event),
      },
      options,
    );
  }

  async remove(): Promise<void> {
    for (const digest of await this.store.list()) await this.store.remove(digest);
    await removeFolder(this.dir);
  }
}
