import { Args, Flags } from '@oclif/core';
import type { PackResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { packToolkit } from '../pack-toolkit.ts';
import { sizeText } from '../render/size.ts';

export default class Pack extends BaseCommand {
  static override summary = 'Pack a toolkit into a tarball';
  static override description =
    'Bundles the host, freezes every operation with its schemas into toolkit.json, and writes a reproducible tarball: the same tree gives the same bytes.';
  static override examples = ['<%= config.bin %> <%= command.id %> toolkits/symbolic --out packed'];
  static override args = {
    dir: Args.string({
      default: '.',
      ignoreStdin: true,
      description: 'folder with toolkit.yaml and package.json',
    }),
  };
  static override flags = {
    out: Flags.string({ char: 'o', default: '.', helpValue: '<dir>', description: 'where the tarball goes' }),
    force: Flags.boolean({ default: false, description: 'replace a different tarball of the same version' }),
  };

  async run(): Promise<PackResult> {
    const { args, flags } = await this.read(Pack);
    return this.show(await packToolkit({ dir: args.dir, outDir: flags.out, force: flags.force }), render);
  }
}

const render = (packed: PackResult): string =>
  [
    `${packed.name} ${packed.version}: ${packed.operations.join(', ')}`,
    ...packed.files.map((file) => `  ${file.path}  ${sizeText(file.sizeBytes)}`),
    ...packed.warnings.map(({ where, reason }) => `warning: ${where} ${reason}`),
    `tree ${packed.treeDigest}`,
    packed.file,
    '',
  ].join('\n');
