import { readFileSync } from 'node:fs';
import path from 'node:path';
import { prettyCanonicalJson, sha256 } from '../../../src/kernel/index.ts';
import type { CheckSignatures } from '../../../src/registry/index.ts';
import { readMachineLayers } from '../../../src/machine/io/index.ts';
import { buildTarball, readTarball, treeDigest, type TreeEntry } from '../../../src/store/index.ts';
import { exportLoadout, importArchive, type ImportResult } from '../../../src/workflow/io/index.ts';
import { Lab } from '../lab.ts';
import { file, packedToolkit } from '../packed-toolkit.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const REQUIREMENTS = `spin==1.0 --hash=sha256:${'a'.repeat(64)}\n`;
const SKILL = '---\nname: fit\ndescription: How to fit.\n---\nFit.\n';

export const GRID = {
  title: 'A | grid',
  toolkitDependencies: { '@lab/core': '^1' },
  settings: {
    token: {
      type: 'string',
      title: 'Token of the database',
      description: 'Ask who\nkeeps it',
      required: true,
      sensitive: true,
    },
    n_threads: { type: 'number', title: 'Threads', min: 1, max: 64, default: 2 },
  },
  externals: {
    form: { title: 'FORM', command: 'no-such-form', versions: '>=4.3', install: { apt: 'form' } },
  },
  skills: [
    {
      name: 'fit',
      description: 'How to fit.',
      path: 'skills/fit',
      digest: treeDigest([file('SKILL.md', SKILL), file('run.sh', 'true\n', 0o755)]),
    },
  ],
};

const ENVIRONMENT = {
  py: { kind: 'python', requirements: 'py/requirements.txt', python: '>=3.8', sha256: sha256(REQUIREMENTS) },
};

/** Two machines: `lab` publishes, locks and exports; `other` has nothing. */
export class ArchiveLab {
  readonly lab = new Lab();
  readonly other = new Lab();
  /** Whether what is exported holds signatures. */
  signed = false;
  /** How signatures are looked at when something is imported. */
  checkSignatures: CheckSignatures | undefined;

  /** Publishes and locks `grid`, which needs `@lab/core`. */
  async locked(options: { environment?: boolean } = {}): Promise<void> {
    const { lab } = this;
    await lab.release('@lab/core', '1.2.0');
    const files = [
      file('skills/fit/SKILL.md', SKILL),
      file('skills/fit/run.sh', 'true\n', 0o755),
      file('py/requirements.txt', REQUIREMENTS),
    ];
    const environments = options.environment === true ? ENVIRONMENT : {};
    await lab.publish(packedToolkit('grid', '1.0.0', { ...GRID, environments }, files));
    lab.loadout('  # which one\n  grid: "^1"');
    await lab.lock();
  }

  export(out = 'x.loadout.tgz', thin = false) {
    return this.exportAs('loadout', out, thin);
  }

  exportAs(
    format: 'loadout' | 'mcpb' | 'claude-plugin' | 'mcp-json',
    out: string,
    thin = false,
    lock = 'x.lock',
  ) {
    const { lab } = this;
    return exportLoadout(
      {
        lockFile: lab.path(lock),
        format,
        out: lab.path(out),
        thin,
        signatures: this.signed,
        workspace: lab.dir,
      },
      {
        store: lab.store,
        serve: { command: 'node', args: ['run.js'] },
        programFolder: ROOT,
        registries: lab.registries,
      },
    );
  }

  /** Files of the archive. */
  entries(name = 'x.loadout.tgz'): TreeEntry[] {
    return readTarball(readFileSync(this.lab.path(name)), name, undefined, 'loadout/');
  }

  import(file: string, force = false, name?: string): Promise<ImportResult> {
    const { other } = this;
    return importArchive(
      { file, dir: other.path('in'), force, name },
      {
        store: other.store,
        environments: other.environments,
        registries: () => Promise.resolve([this.lab.local]),
        checkSignatures: this.checkSignatures,
        layers: () =>
          readMachineLayers({
            settingsFile: other.path('settings.yaml'),
            startDir: other.path('in'),
            environment: {},
          }),
      },
    );
  }

  async remove(): Promise<void> {
    await this.lab.remove();
    await this.other.remove();
  }
}

export const textOf = (entries: readonly TreeEntry[], path: string): string =>
  Buffer.from(entries.find((entry) => entry.path === path)?.bytes ?? []).toString('utf8');

/** The archive with these files replaced, added, or (undefined) left out. A list in `archive.json` that fits is made. */
export function altered(
  entries: readonly TreeEntry[],
  changes: Readonly<Record<string, string | Uint8Array | undefined>>,
  manifest: Record<string, unknown> = {},
): Uint8Array {
  const kept = entries.filter(({ path }) => path !== 'archive.json' && !Object.hasOwn(changes, path));
  const added = Object.entries(changes).flatMap(([path, bytes]) =>
    bytes === undefined ? [] : [{ path, mode: 0o644 as const, bytes: Buffer.from(bytes) }],
  );
  const all = [...kept, ...added];
  const stated = JSON.parse(textOf(entries, 'archive.json')) as Record<string, string>;
  const files = Object.fromEntries(all.map(({ path, bytes }) => [path, sha256(bytes)]));
  const text = prettyCanonicalJson({ ...stated, files, ...manifest });
  return buildTarball([...all, file('archive.json', text)], 'loadout/');
}
