import { Args, Flags } from '@oclif/core';
import { ToolbaseError } from '../../../kernel/index.ts';
import { readLock } from '../../../lockfile/io/index.ts';
import { machineFlags } from '../../../machine/index.ts';
import type { ReplayedCall } from '../../../server/index.ts';
import { replayCalls } from '../../../server/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { callLogOf } from '../../call-logs.ts';
import { terminalProgress } from '../../render/progress.ts';
import { type Replay, renderReplay } from '../../render/replay.ts';
import { terminalText } from '../../render/visible-text.ts';
import { machineFlagsOf } from '../../settings-flags.ts';

export default class CallsReplay extends BaseCommand {
  static override summary = 'Make recorded calls again and compare their results';
  static override description =
    'Runs the calls of a log that was recorded (trials are, and `serve --record`) in a fresh workspace, with the input files that they had, and says of each result whether it is bit-identical, equal within the tolerance, or different. Calls that were refused or cancelled are skipped. Exits 1 when a result is different, else 3 when a call could not be made again here.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> mine.lock',
    '<%= config.bin %> <%= command.id %> mine.lock my-campaign/trials/t_0123/attempts/1/calls.jsonl --tolerance 1e-6',
  ];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
    log: Args.string({
      ignoreStdin: true,
      description: 'the call log; default: that of the last session of this user',
    }),
  };
  static override flags = {
    tolerance: Flags.string({
      default: '1e-9',
      helpValue: '<relative>',
      description: 'relative difference up to which two numbers are equal',
    }),
    ...machineFlagsOf,
  };

  async run(): Promise<Replay> {
    const { args, flags } = await this.read(CallsReplay);
    const tolerance = toleranceOf(flags.tolerance);
    const lock = await readLock(args.lock);
    const file = await callLogOf(args.log);
    const progress = terminalProgress(process.stderr);
    try {
      const calls = await replayCalls({
        ...{ file, lock, lockFile: args.lock, tolerance },
        flags: machineFlags(flags.set ?? [], flags.external ?? []),
        onFault: (message) => process.stderr.write(terminalText(`toolbase: ${message}\n`)),
        onCall: (nth, of) => progress.update(`call ${nth} of ${of}`),
      });
      refuseNothing(file, calls);
      progress.done();
      return this.show({ file, tolerance, calls }, renderReplay, statusOf(calls));
    } finally {
      progress.done();
    }
  }
}

function toleranceOf(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new ToolbaseError('USAGE', `--tolerance is ${JSON.stringify(text)}, not a number from 0 to 1`);
}

/** A result that could not be compared is no result that is the same. */
function statusOf(calls: readonly ReplayedCall[]): 0 | 1 | 3 {
  if (calls.some(({ verdict }) => verdict === 'different')) return 1;
  return calls.some(({ verdict }) => verdict === 'unchecked') ? 3 : 0;
}

function refuseNothing(file: string, calls: readonly ReplayedCall[]): void {
  const [first] = calls;
  if (calls.some(({ verdict }) => verdict !== 'skipped' && verdict !== 'unchecked')) return;
  const why = first === undefined ? 'it holds no call' : `of call ${first.seq}, ${first.detail ?? ''}`;
  throw new ToolbaseError('BAD_RECORD', `nothing of ${file} can be replayed: ${why}`, {
    hint: 'Calls are recorded in trials and by `toolbase serve --record`.',
  });
}
