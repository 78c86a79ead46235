import { Args, Flags } from '@oclif/core';
import type { ErrorReport } from '../../kernel/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { openStore } from '../../store/io/index.ts';
import type { InstallStep } from '../../workflow/index.ts';
import { install } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { openOwnEnvironments } from '../environments.ts';
import { lackingFor } from '../lacking.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { treePacker } from '../pack-toolkit.ts';
import { openRegistries, ownPaths } from '../registries.ts';
import { terminalProgress } from '../render/progress.ts';
import { showWorkflow } from '../show-progress.ts';

type InstallReport = {
  lockFile: string;
  store: string;
  dryRun: boolean;
  steps: InstallStep[];
  /** What keeps the loadout from running on this machine. */
  lacking: ErrorReport[];
};

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
    try {
      const around = {
        store: openStore(store),
        environments: await openOwnEnvironments(args.lock),
        registries: await openRegistries(flags.registry ?? [], args.lock, { offline: flags.offline }),
        packTree: treePacker(args.lock),
        onEvent: showWorkflow(progress),
      };
      const steps = await install(lock, around, { dryRun });
      const lacking = dryRun ? [] : await lackingFor(lock, args.lock, around.store);
      progress.done();
      return this.show({ lockFile: args.lock, store, dryRun, steps, lacking }, render);
    } finally {
      progress.done();
    }
  }
}

const DONE = { keep: 'already there', fetch: 'installed', replace: 'replaced: its files had been changed' };
const PLANNED = {
  keep: 'is there',
  fetch: 'would be installed',
  replace: 'would be replaced: its files were changed',
};

const ENVIRONMENT_DONE = { keep: 'already there', build: 'built', replace: 'replaced: it had been changed' };
const ENVIRONMENT_PLANNED = {
  keep: 'is there',
  build: 'would be built',
  replace: 'would be replaced: it was changed',
};

const render = ({ steps, store, dryRun, lacking }: InstallReport): string =>
  [
    ...steps.flatMap((step) => [
      `${step.name} ${step.version} ${(dryRun ? PLANNED : DONE)[step.action]}${'linked' in step ? `, linked from ${step.path}` : ''}`,
      ...step.environments.map(
        ({ name, kind, action }) =>
          `  ${kind} environment ${name} ${(dryRun ? ENVIRONMENT_PLANNED : ENVIRONMENT_DONE)[action]}`,
      ),
    ]),
    `store ${store}`,
    ...(lacking.length === 0 ? [] : ['It cannot run here yet:']),
    ...lacking.flatMap(({ message, hint }) => [
      `  ${message}`,
      ...(hint === undefined ? [] : [`    ${hint}`]),
    ]),
    '',
  ].join('\n');
