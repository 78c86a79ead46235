import { Flags } from '@oclif/core';
import path from 'node:path';
import { type PrunedCallLogs, pruneCallLogs } from '../../../record/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunFlag } from '../../flags.ts';
import { ownPaths } from '../../registries.ts';
import { sizeText } from '../../render/size.ts';

const DAY_MS = 24 * 3600 * 1000;

interface CallsPruning extends PrunedCallLogs {
  readonly folder: string;
  readonly dryRun: boolean;
}

export default class CallsPrune extends BaseCommand {
  static override summary = 'Remove old call logs of this user, and what was recorded for them alone';
  static override description =
    'Concerns the logs in the state folder, which sessions get that name no other place; logs of campaigns stay. Those of sessions that run stay, and while one runs all that was recorded.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> --dry-run',
    '<%= config.bin %> <%= command.id %> --older-than 7',
  ];
  static override flags = {
    'older-than': Flags.integer({
      default: 30,
      min: 0,
      helpValue: '<days>',
      description: 'how long ago the last call of a log was at least',
    }),
    'dry-run': dryRunFlag,
  };

  async run(): Promise<CallsPruning> {
    const { flags } = await this.read(CallsPrune);
    const folder = path.join(ownPaths().state, 'calls');
    const dryRun = flags['dry-run'];
    const untilMs = Date.now() - flags['older-than'] * DAY_MS;
    const pruned = await pruneCallLogs(folder, { untilMs, dryRun });
    return this.show({ folder, dryRun, ...pruned }, render);
  }
}

function render({ folder, dryRun, removedLogs, keptLogs, removedObjects, sizeBytes }: CallsPruning): string {
  if (removedLogs + removedObjects === 0) return `nothing to remove: ${keptLogs} logs kept in ${folder}\n`;
  const objects = removedObjects === 0 ? '' : ` and ${removedObjects} recorded objects`;
  const verb = dryRun ? 'would be removed' : 'removed';
  return `${removedLogs} logs${objects} ${verb} (${sizeText(sizeBytes)}), ${keptLogs} logs kept in ${folder}\n`;
}
