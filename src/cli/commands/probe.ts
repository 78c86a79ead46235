import { Args, Flags } from '@oclif/core';
import { LAUNCHABLE_IDS, type LaunchableId, type ProbeReport } from '../../harness/index.ts';
import { ToolbaseError } from '../../kernel/index.ts';
import { BaseCommand } from '../base-command.ts';
import { probeLock, secondsOf } from '../probe-lock.ts';
import { renderProbe } from '../render/probe-report.ts';

export default class Probe extends BaseCommand {
  static override summary = 'Show what of a lock reaches the model through an agent program';
  static override description =
    'Runs the program itself, with an empty home and without a network, against a scripted model on this machine, and compares what the model was told with the lock: names, descriptions, schemas, instructions, and whether the tools were there at the first turn. Needs no account. Exit status: 0 it is the locked interface, up to names and to keywords that are also said in words; 1 it is not; 3 the program is not installed or does not start.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> claude-code loadouts/symbolic-eda.lock',
    {
      description: 'As the program puts tools before a model by itself, which may be behind a search',
      command: '<%= config.bin %> <%= command.id %> codex loadouts/symbolic-eda.lock --own-defaults',
    },
  ];
  static override args = {
    harness: Args.string({
      required: true,
      ignoreStdin: true,
      options: [...LAUNCHABLE_IDS],
      description: 'the agent program',
    }),
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };
  static override flags = {
    program: Flags.string({ helpValue: '<path>', description: 'the program (default: the one on PATH)' }),
    model: Flags.string({
      helpValue: '<name>',
      description: 'name of the model that the program is to ask for',
    }),
    'own-defaults': Flags.boolean({
      default: false,
      description: 'leave it to the program whether tools are deferred, instead of asking for all at once',
    }),
    timeout: Flags.string({
      default: '180',
      helpValue: '<s>',
      description: 'end the program after so many seconds',
    }),
    'allow-network': Flags.boolean({
      default: false,
      description: 'run it with the network of this machine, where that cannot be shut off',
    }),
  };

  async run(): Promise<ProbeReport> {
    const { args, flags } = await this.read(Probe);
    const report = await probeLock({
      harness: launchableId(args.harness),
      lockFile: args.lock,
      program: flags.program,
      model: flags.model,
      tools: flags['own-defaults'] ? 'own' : 'direct',
      network: flags['allow-network'] ? 'open' : 'none',
      timeoutS: secondsOf(flags.timeout),
    });
    return this.show(report, renderProbe, report.differences.length === 0 ? 0 : 1);
  }
}

const launchableId = (name: string): LaunchableId => {
  const id = LAUNCHABLE_IDS.find((each) => each === name);
  if (id === undefined) throw new ToolbaseError('USAGE', `there is no agent program ${name}`);
  return id;
};
