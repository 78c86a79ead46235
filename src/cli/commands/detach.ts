import path from 'node:path';
import { type AttachResult, detach } from '../../harness/io/index.ts';
import {
  attachFlags,
  configPlaces,
  harnessArg,
  harnessId,
  openRecords,
  serverName,
} from '../attach-target.ts';
import { BaseCommand } from '../base-command.ts';
import { renderAttach } from '../render/attach-report.ts';

export default class Detach extends BaseCommand {
  static override summary = 'Take back what attach wrote into an agent program';
  static override description =
    'Removes the server and the skills that `attach` wrote, and nothing else: a file that was not changed since is again as it was, to the byte. What was edited since is kept, unless forced.';
  static override examples = ['<%= config.bin %> <%= command.id %> claude-code'];
  static override args = { harness: harnessArg };
  static override flags = attachFlags;

  async run(): Promise<AttachResult> {
    const { args, flags } = await this.read(Detach);
    const target = {
      harness: harnessId(args.harness),
      ...(flags.scope === undefined ? {} : { scope: flags.scope }),
      name: serverName(flags.name),
      places: configPlaces(path.resolve(flags.project)),
      force: flags.force,
      dryRun: flags['dry-run'],
    };
    return this.show(await detach(target, openRecords()), renderAttach);
  }
}
