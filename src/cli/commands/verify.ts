import { Args } from '@oclif/core';
import { openStore } from '../../store/io/index.ts';
import { verify, type VerifyReport } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { openOwnEnvironments } from '../environments.ts';
import { ownPaths } from '../registries.ts';

export default class Verify extends BaseCommand {
  static override summary = 'Check the store against a lock, and the lock against its loadout';
  static override description =
    'Hashes every installed file again, environments included. Exit status: 0 all is as locked, 1 something differs, 3 a toolkit is not installed, so it cannot be told.';
  static override examples = ['<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock'];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };

  async run(): Promise<VerifyReport> {
    const { args } = await this.read(Verify);
    const report = await verify(args.lock, openStore(ownPaths().store), await openOwnEnvironments(args.lock));
    return this.show(report, render, STATUS[report.ending]);
  }
}

const STATUS = { good: 0, drift: 1, unknown: 3 } as const;

const LOADOUT = {
  same: 'the loadout is the one it was locked from',
  changed: 'the loadout was changed since: run `toolbase lock`',
  'gives-another-lock': 'the loadout gives another lock: run `toolbase lock`',
  absent: 'there is no loadout beside it to compare with',
};

const STATE = {
  good: 'as locked',
  missing: 'not installed',
  changed: 'changed',
  'contradicts-lock': 'contradicts the lock',
};

const render = ({ lockFile, ending, toolkits, loadout }: VerifyReport): string =>
  [
    ...toolkits.map(({ name, version, state, problem }) =>
      [`${name} ${version} ${STATE[state]}`, ...(problem === undefined ? [] : [`  ${problem.message}`])].join(
        '\n',
      ),
    ),
    `${lockFile}: ${LOADOUT[loadout]}`,
    { good: 'good', drift: 'something differs', unknown: `run \`toolbase install ${lockFile}\`` }[ending],
    '',
  ].join('\n');
