import { shellWord } from '../../kernel/index.ts';
import { Args, Flags } from '@oclif/core';
import type { RunResult } from '../../campaign/io/index.ts';
import { machineFlags } from '../../machine/index.ts';
import { BaseCommand } from '../base-command.ts';
import { machineFlagsOf } from '../settings-flags.ts';
import { runWithProgress } from '../run-campaign.ts';

export default class Run extends BaseCommand {
  static override summary = 'Run a campaign, or go on with it';
  static override description =
    'Executes every trial that has no sealed record yet, one after another, and seals what it did. Run again with the same folder, it continues where it stopped.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> benchmarks/decays/campaigns/scripted.yaml --out my-campaign',
  ];
  static override args = {
    campaign: Args.string({ required: true, ignoreStdin: true, description: 'the campaign, campaign.yaml' }),
  };
  static override flags = {
    out: Flags.string({
      char: 'o',
      required: true,
      helpValue: '<dir>',
      description: 'folder of the records',
    }),
    ...machineFlagsOf,
    'retry-infrastructure': Flags.boolean({
      default: false,
      description: 'also try trials again that ended by a certain fault of the infrastructure',
    }),
  };

  async run(): Promise<RunResult> {
    const { args, flags } = await this.read(Run);
    const result = await runWithProgress(
      args.campaign,
      flags.out,
      flags['retry-infrastructure'],
      machineFlags(flags.set ?? [], flags.external ?? []),
    );
    return this.show(result, renderRun, result.open > 0 ? 3 : 0);
  }
}

const renderRun = (result: RunResult): string =>
  [
    `${result.campaign}: ${result.planned} trials planned, ${result.alreadyDone} already sealed, ${result.attempted} run now`,
    ...result.faults.map(({ condition, trials, message }) => `${condition}: ${trials} no trials: ${message}`),
    ...(result.agentErrors > 0
      ? [`${result.agentErrors} ended by an error of the agent: ${result.firstAgentError ?? ''}`]
      : []),
    ...(result.limited > 0 ? [`${result.limited} ended at the wall limit`] : []),
    ...(result.awaitingRetry > 0
      ? [`${result.awaitingRetry} taken down by the infrastructure: run again with --retry-infrastructure`]
      : []),
    ...(result.open > result.awaitingRetry
      ? [
          `${result.open - result.awaitingRetry} still open: ${result.faults.length > 0 ? 'put right what is said above, then run again' : 'run the same command again'}`,
        ]
      : []),
    `records in ${result.out}`,
    ...(result.open === 0 ? [`next: toolbase grade ${shellWord(result.out)}`] : []),
    '',
  ].join('\n');
