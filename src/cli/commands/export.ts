import { Args, Flags } from '@oclif/core';
import { openStore } from '../../store/io/index.ts';
import { exportArchive, type ExportResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { openRegistries, ownPaths } from '../registries.ts';
import { shellWord } from '../render/shell-word.ts';
import { sizeText } from '../render/size.ts';

export default class Export extends BaseCommand {
  static override summary = 'Write a lock with all it needs as one archive';
  static override description =
    'The archive holds the loadout, its lock, every toolkit, the skills, a template of the settings, a page for the reader and a bill of materials. The same lock gives the same bytes.';
  static override examples = ['<%= config.bin %> <%= command.id %> decays.lock --out decays.loadout.tgz'];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };
  static override flags = {
    out: Flags.string({
      char: 'o',
      helpValue: '<file>',
      description: 'what to write (default: x.loadout.tgz beside x.lock)',
    }),
    thin: Flags.boolean({
      default: false,
      description: 'leave the toolkits out: whoever imports it needs the registries',
    }),
    registry: registryFlag,
    offline: offlineFlag,
  };

  async run(): Promise<ExportResult> {
    const { args, flags } = await this.read(Export);
    const result = await exportArchive(
      { lockFile: args.lock, out: flags.out, thin: flags.thin },
      {
        store: openStore(ownPaths().store),
        registries: await openRegistries(flags.registry ?? [], args.lock, { offline: flags.offline }),
      },
    );
    return this.show(result, render);
  }
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

const render = (result: ExportResult): string =>
  [
    `${result.file} written: ${counted(result.operations, 'operation')} of ${counted(result.toolkits, 'toolkit')}, ${sizeText(result.sizeBytes)}`,
    ...(result.thin
      ? ['  thin: the toolkits are not in it, and come from registries when it is imported']
      : []),
    ...result.environments.map(
      (name) =>
        `  not in it: the packages of environment ${name}; they come from a package index, or a folder`,
    ),
    `interface ${result.interfaceDigest}`,
    `archive ${result.integrity}`,
    '',
    'Elsewhere:',
    `  toolbase import ${shellWord(result.file.split('/').at(-1) ?? '')}`,
    '',
  ].join('\n');
