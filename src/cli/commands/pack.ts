import { Args, Flags } from '@oclif/core';
import type { PackResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunFlag, sourceFlag } from '../flags.ts';
import { packToolkit } from '../pack-toolkit.ts';
import { fileLines, findingLines } from '../render/package-report.ts';
import { fitted } from '../render/fitted.ts';

export default class Pack extends BaseCommand {
  static override summary = 'Pack a toolkit into a tarball';
  static override description =
    'Bundles the host, freezes every operation with its schemas into toolkit.json, and writes a reproducible tarball: the same tree gives the same bytes. Warns of keys and tokens, of paths and names of this machine, and of files over 1 MB.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> toolkits/symbolic --out packed',
    {
      description: 'See what would be packed, without writing anything',
      command: '<%= config.bin %> <%= command.id %> my-toolkit --dry-run',
    },
  ];
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
    source: sourceFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<PackResult> {
    const { args, flags } = await this.read(Pack);
    const { source, force } = flags;
    const request = { dir: args.dir, outDir: flags.out, force, dryRun: flags['dry-run'] };
    return this.show(await packToolkit(request, { source }), render);
  }
}

const render = (packed: PackResult): string =>
  [
    fitted(`${packed.name} ${packed.version}: ${packed.operations.join(', ')}`),
    ...fileLines(packed.files),
    ...packed.warnings.map(({ where, reason }) => fitted(`warning: ${where} ${reason}`)),
    ...findingLines(packed.findings),
    `tree ${packed.treeDigest}`,
    packed.dryRun ? `nothing was written; it would be ${packed.file}` : packed.file,
    '',
  ].join('\n');
