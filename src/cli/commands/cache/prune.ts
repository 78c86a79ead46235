import { Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { dryRunFlag } from '../../flags.ts';
import { sizeText } from '../../render/size.ts';
import { ownResultCache } from '../../result-cache.ts';

const MIB = 1024 * 1024;

interface CachePruning {
  readonly folder: string;
  readonly dryRun: boolean;
  readonly removed: number;
  readonly sizeBytes: number;
  readonly kept: number;
}

export default class CachePrune extends BaseCommand {
  static override summary = 'Remove kept results, those used longest ago first';
  static override description =
    'Default: down to the size that the settings allow. `--max-mib 0` removes all.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> --max-mib 100',
    '<%= config.bin %> <%= command.id %> --max-mib 0 --dry-run',
  ];
  static override flags = {
    'max-mib': Flags.integer({ min: 0, helpValue: '<n>', description: 'MiB that may stay' }),
    'dry-run': dryRunFlag,
  };

  async run(): Promise<CachePruning> {
    const { flags } = await this.read(CachePrune);
    const { folder, maxBytes, cache } = await ownResultCache();
    const limit = flags['max-mib'] === undefined ? maxBytes : flags['max-mib'] * MIB;
    const before = (await cache.files()).length;
    const gone = await cache.prune(limit, flags['dry-run']);
    const sizeBytes = gone.reduce((sum, each) => sum + each.sizeBytes, 0);
    const kept = before - gone.length;
    return this.show({ folder, dryRun: flags['dry-run'], removed: gone.length, sizeBytes, kept }, render);
  }
}

function render({ folder, dryRun, removed, sizeBytes, kept }: CachePruning): string {
  if (removed === 0) return `nothing to remove: ${kept} results kept in ${folder}\n`;
  const verb = dryRun ? 'would be removed' : 'removed';
  return `${removed} results ${verb} (${sizeText(sizeBytes)}), ${kept} kept in ${folder}\n`;
}
