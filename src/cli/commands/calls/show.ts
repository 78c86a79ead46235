import { Args, Flags } from '@oclif/core';
import { readCallLogFile } from '../../../record/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { callLogOf } from '../../call-logs.ts';
import { renderCalls, type ShownCalls } from '../../render/calls.ts';

export default class CallsShow extends BaseCommand {
  static override summary = 'Show the calls of a call log';
  static override description =
    'Default: the log of the last session of this user. `verify` is what judges a log; here what is wrong with it is only told.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> my-campaign/trials/t_0123/attempts/1/calls.jsonl --last 5 --json',
  ];
  static override args = { log: Args.string({ ignoreStdin: true, description: 'the call log' }) };
  static override flags = {
    last: Flags.integer({ default: 50, min: 1, helpValue: '<n>', description: 'how many calls at most' }),
  };

  async run(): Promise<ShownCalls> {
    const { args, flags } = await this.read(CallsShow);
    const file = await callLogOf(args.log);
    const { lines, torn, faults } = await readCallLogFile(file);
    return this.show(
      { file, calls: lines.length, lines: lines.slice(-flags.last), torn, faults },
      renderCalls,
    );
  }
}
