import { Args } from '@oclif/core';
import { checkCallObjects, readCallLogFile } from '../../../record/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { callLogOf } from '../../call-logs.ts';

export interface CallsVerdict {
  readonly file: string;
  readonly calls: number;
  /** Calls of which arguments, result and input files are kept. */
  readonly recorded: number;
  readonly torn: boolean;
  readonly faults: readonly string[];
}

export default class CallsVerify extends BaseCommand {
  static override summary = 'Check that a call log and what was kept of its calls is unchanged';
  static override description =
    'Each line carries the digest of the line before it, so that a changed, removed, added or moved line is found, with its number. A torn last line is told and is no fault. Exits 1 when something was changed.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> my-campaign/trials/t_0123/attempts/1/calls.jsonl',
  ];
  static override args = { log: Args.string({ ignoreStdin: true, description: 'the call log' }) };

  async run(): Promise<CallsVerdict> {
    const { args } = await this.read(CallsVerify);
    const file = await callLogOf(args.log);
    const { lines, torn, faults } = await readCallLogFile(file);
    const verdict = {
      file,
      calls: lines.length,
      recorded: lines.filter(({ recorded }) => recorded === true).length,
      torn,
      faults: [...faults, ...(await checkCallObjects(file, lines))],
    };
    return this.show(verdict, render, verdict.faults.length === 0 ? 0 : 1);
  }
}

function render({ file, calls, recorded, torn, faults }: CallsVerdict): string {
  const kept = recorded === 0 ? '' : `, ${recorded} recorded`;
  return [
    ...faults.map((fault) => `${file}: ${fault}`),
    ...(torn ? ['the last line is torn: its writer was killed; the next one ends it'] : []),
    `${calls} call${calls === 1 ? '' : 's'}${kept}: ${faults.length === 0 ? 'unchanged' : 'changed'}`,
    '',
  ].join('\n');
}
