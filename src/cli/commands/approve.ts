import { Args, Flags } from '@oclif/core';
import { Digest, parseWith, shellWord, ToolbaseError } from '../../kernel/index.ts';
import { approve, type Approval } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { liveSurroundings } from '../live-surroundings.ts';
import { fitted } from '../render/fitted.ts';

export default class Approve extends BaseCommand {
  static override summary = 'Take into a lock what wrapped servers publish now, as it was reviewed';
  static override description =
    'Asks the hosts again, and writes the lock only when the difference is exactly the one whose digest is given; `verify --live` shows it. The lock says of each operation by which diff it was approved.';
  static override examples = ['<%= config.bin %> <%= command.id %> mine.lock --diff sha256:4b1d…'];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };
  static override flags = {
    diff: Flags.string({
      helpValue: 'sha256:<hex>',
      description: '(required) digest of the reviewed diff, from `verify --live`',
    }),
  };

  async run(): Promise<Approval> {
    const { args, flags } = await this.read(Approve);
    if (flags.diff === undefined)
      throw new ToolbaseError('USAGE', '--diff is missing: the digest of the diff that was reviewed', {
        hint: `\`toolbase verify ${shellWord(args.lock)} --live\` shows what the hosts publish now, and the command that approves it.`,
      });
    const diff = parseWith(Digest, flags.diff, '--diff', 'USAGE');
    return this.show(await approve(args.lock, diff, await liveSurroundings(args.lock)), render);
  }
}

const render = ({ lockFile, operations, before, after }: Approval): string =>
  [
    `${lockFile} updated: ${operations.join(', ')} as published now`,
    fitted(`interface ${before.interfaceDigest} -> ${after.interfaceDigest}`),
    '',
  ].join('\n');
