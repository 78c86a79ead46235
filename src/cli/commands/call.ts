import { Args, Flags } from '@oclif/core';
import { parseStrictJson, parseWith, ToolbaseError } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { machineFlags } from '../../machine/index.ts';
import { BaseCommand } from '../base-command.ts';
import { Arguments, callOnce } from '../call-once.ts';
import { workspaceFlag } from '../flags.ts';
import { visibleJson } from '../render/visible-text.ts';
import { machineFlagsOf } from '../settings-flags.ts';

const ARGUMENTS_MAX_BYTES = 16_000_000;

export default class Call extends BaseCommand {
  static override summary = 'Call one operation of a lock, exactly as the server would run it';
  static override description =
    'Arguments are one JSON object: on the command line, or in a file. Prints the result as JSON.';
  static override examples = [
    {
      description: 'Arguments from a file',
      command:
        '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock symbolic__ComputeDecayRate --arguments @docs/examples/higgs-to-bb.json',
    },
    {
      description: 'Arguments as they are',
      command: `<%= config.bin %> <%= command.id %> mine.lock mytoolkit__TwoBodyMomentum -a '{"parentMassGeV": 1.02, "firstMassGeV": 0.494}'`,
    },
  ];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
    operation: Args.string({ required: true, ignoreStdin: true, description: 'exposed name, see `list`' }),
  };
  static override flags = {
    arguments: Flags.string({
      char: 'a',
      default: '{}',
      helpValue: '<json>|@<file>',
      description: 'arguments of the call',
    }),
    workspace: workspaceFlag,
    ...machineFlagsOf,
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.read(Call);
    const lock = await readLock(args.lock);
    const input = await argumentsOf(flags.arguments);
    const value = await callOnce({
      lock,
      lockFile: args.lock,
      name: args.operation,
      input,
      workspace: flags.workspace,
      flags: machineFlags(flags.set ?? [], flags.external ?? []),
    });
    return this.show(value, (result) => `${visibleJson(result)}\n`);
  }
}

async function argumentsOf(given: string): Promise<Arguments> {
  const label = given.startsWith('@') ? given.slice(1) : '--arguments';
  if (given !== '' && !given.startsWith('@') && !given.trimStart().startsWith('{'))
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `--arguments ${JSON.stringify(given.slice(0, 80))} is not one JSON object`,
      {
        hint: 'Write {...}, or @file for the JSON of a file.',
      },
    );
  const text = given.startsWith('@') ? await readTextBounded(label, ARGUMENTS_MAX_BYTES) : given;
  return parseWith(Arguments, parseStrictJson(text, label), label, 'BAD_ARGUMENTS');
}
