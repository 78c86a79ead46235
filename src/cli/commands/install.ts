import { Args, Flags } from '@oclif/core';
import { missingFor } from '../../host/io/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import { openStore } from '../../store/io/index.ts';
import type { InstallStep, PackTree } from '../../workflow/index.ts';
import { install } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { environmentsBy } from '../environments.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { machineLayers, ownPaths, registriesBy } from '../registries.ts';
import { type InstallReport, renderInstall } from '../render/install-report.ts';
import { terminalProgress } from '../render/progress.ts';
import { showWorkflow } from '../show-progress.ts';

export default class Install extends BaseCommand {
  static override summary = 'Bring every toolkit of a lock into the store';
  static override description =
    'Only bytes with the locked integrity get in. What is there is hashed again; what was changed is replaced. Builds the Python and npm environments that toolkits pin by hash.';
  static override examples = ['<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock'];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };
  static override flags = {
    registry: registryFlag,
    offline: offlineFlag,
    'dry-run': Flags.boolean({ default: false, description: 'only say what would be done' }),
  };

  async run(): Promise<InstallReport> {
    const { args, flags } = await this.read(Install);
    const lock = await readLock(args.lock);
    const store = ownPaths().store;
    const progress = terminalProgress(process.stderr);
    const dryRun = flags['dry-run'];
    const layers = await machineLayers(args.lock);
    const manifests = new Map<string, ToolkitManifest>();
    try {
      const around = {
        store: openStore(store),
        environments: environmentsBy(layers),
        registries: await registriesBy(layers, flags.registry ?? [], { offline: flags.offline }),
        packTree: lateTreePacker(args.lock),
        onEvent: showWorkflow(progress),
        onManifest: (manifest: ToolkitManifest) => manifests.set(manifest.name, manifest),
      };
      const steps = await install(lock, around, { dryRun });
      const problems = dryRun ? [] : await missingFor(inOrder(steps, manifests), layers);
      const lacking = problems.map((problem) => problem.report());
      progress.done();
      return this.show({ lockFile: args.lock, store, dryRun, steps, lacking }, renderInstall);
    } finally {
      progress.done();
    }
  }
}

const inOrder = (steps: readonly InstallStep[], manifests: ReadonlyMap<string, ToolkitManifest>) =>
  steps.flatMap(({ name }) => manifests.get(name) ?? []);

/** Only what is linked is packed here: what packs is loaded then. */
const lateTreePacker =
  (near: string): PackTree =>
  async (relative) =>
    (await import('../pack-toolkit.ts')).treePacker(near)(relative);
