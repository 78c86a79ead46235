import { Args, Flags } from '@oclif/core';
import { readLock } from '../../../lockfile/io/index.ts';
import { openStore } from '../../../store/io/index.ts';
import { type PruneReport, pruneStore } from '../../../workflow/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { openOwnEnvironments } from '../../environments.ts';
import { dryRunFlag } from '../../flags.ts';
import { HERE, ownPaths } from '../../registries.ts';
import { sizeText } from '../../render/size.ts';

const DAY_MS = 24 * 3600 * 1000;

export default class StorePrune extends BaseCommand {
  static override summary = 'Remove from the store what no lock needs';
  static override description =
    'Keeps what the given locks need, and what was needed by any lock that was installed, served or called in the last 30 days. Environments go with the last toolkit that needs them.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> --dry-run',
    '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock --unused-for 0',
  ];
  static override strict = false;
  static override args = {
    locks: Args.string({ ignoreStdin: true, description: 'locks whose toolkits stay' }),
  };
  static override flags = {
    'unused-for': Flags.integer({
      default: 30,
      min: 0,
      helpValue: '<days>',
      description: 'how long a lock may not have been used before its toolkits go',
    }),
    'dry-run': dryRunFlag,
  };

  async run(): Promise<PruneReport> {
    const { argv, flags } = await this.read(StorePrune);
    const locks = await Promise.all(argv.map((file) => readLock(file)));
    const { store } = ownPaths();
    const around = { store: openStore(store), environments: await openOwnEnvironments(HERE) };
    const report = await pruneStore(around, {
      locks,
      unusedForMs: flags['unused-for'] * DAY_MS,
      nowMs: Date.now(),
      dryRun: flags['dry-run'],
    });
    return this.show(report, render);
  }
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

function render(report: PruneReport): string {
  const { dryRun, toolkits, environments, leftovers, keptToolkits, keptEnvironments, sizeBytes } = report;
  const verb = dryRun ? 'would be removed' : 'removed';
  const gone = [
    ...toolkits.map(
      ({ name, version, treeDigest, sizeBytes: size }) =>
        `${name === null ? `damaged ${treeDigest}` : `${name} ${version ?? ''}`} ${verb} (${sizeText(size)})`,
    ),
    ...environments.map(
      ({ kind, interpreter, sizeBytes: size }) =>
        `${kind} environment of ${interpreter.implementation} ${interpreter.version} ${verb} (${sizeText(size)})`,
    ),
    ...(leftovers.length === 0 ? [] : [`${leftovers.length} left by killed processes ${verb}`]),
  ];
  const kept = `${counted(keptToolkits, 'toolkit')} and ${counted(keptEnvironments, 'environment')} kept`;
  if (gone.length === 0) return `nothing to remove: ${kept}\n`;
  return [...gone, `${sizeText(sizeBytes)} in all; ${kept}`, ''].join('\n');
}
