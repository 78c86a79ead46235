import { shellWord } from '../../kernel/index.ts';
import { Args, Flags } from '@oclif/core';
import { openStore } from '../../store/io/index.ts';
import { loadoutPathOf, type LiveReport } from '../../workflow/index.ts';
import { verify, verifyLive, type VerifyReport } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { openOwnEnvironments } from '../environments.ts';
import { liveSurroundings } from '../live-surroundings.ts';
import { ownPaths } from '../registries.ts';
import { liveReportLines } from '../render/live-report.ts';
import { fitted } from '../render/fitted.ts';

type Report = VerifyReport & { live?: LiveReport };

export default class Verify extends BaseCommand {
  static override summary = 'Check the store against a lock, and the lock against its loadout';
  static override description =
    'Hashes every installed file again, environments included. With --live it also starts every host and compares what it publishes now. Exit status: 0 all is as locked, 1 something differs, 3 it cannot be told: a toolkit is not installed, or its host does not start.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock',
    {
      description: 'Also ask the hosts: a wrapped server may have changed its words',
      command: '<%= config.bin %> <%= command.id %> mine.lock --live',
    },
  ];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };

  static override flags = {
    live: Flags.boolean({
      default: false,
      description: 'start the hosts, and compare what they publish now',
    }),
  };

  async run(): Promise<Report> {
    const { args, flags } = await this.read(Verify);
    const stored = await verify(args.lock, openStore(ownPaths().store), await openOwnEnvironments(args.lock));
    const live = flags.live ? await verifyLive(args.lock, await liveSurroundings(args.lock)) : undefined;
    const report =
      live === undefined ? stored : { ...stored, ending: worseOf(stored.ending, live.ending), live };
    return this.show(report, render, STATUS[report.ending]);
  }
}

const STATUS = { good: 0, drift: 1, unknown: 3 } as const;

const worseOf = (a: Report['ending'], b: Report['ending']): Report['ending'] =>
  (['drift', 'unknown', 'good'] as const).find((ending) => a === ending || b === ending) ?? 'good';

const LOADOUT = {
  same: 'the loadout is the one it was locked from',
  changed: 'the loadout was changed since',
  'gives-another-lock': 'the loadout gives another lock',
  absent: 'there is no loadout beside it to compare with',
};

const STATE = {
  good: 'as locked',
  missing: 'not installed',
  changed: 'changed',
  'contradicts-lock': 'contradicts the lock',
};

const render = ({ lockFile, ending, toolkits, loadout, live }: Report): string =>
  [
    ...toolkits.map(({ name, version, state, problem, linked }) =>
      [
        `${name} ${version} ${STATE[state]}${linked === undefined ? '' : `, linked from ${linked}`}`,
        ...(problem === undefined ? [] : [fitted(`  ${problem.message}`)]),
      ].join('\n'),
    ),
    fitted(`${lockFile}: ${LOADOUT[loadout]}${relock(loadout, lockFile)}`),
    ...(live === undefined ? [] : liveReportLines(live, lockFile)),
    { good: 'good', drift: 'something differs', unknown: unknownWords(toolkits, lockFile) }[ending],
    '',
  ].join('\n');

const relock = (loadout: Report['loadout'], lockFile: string): string =>
  loadout === 'changed' || loadout === 'gives-another-lock'
    ? `: run \`toolbase lock ${shellWord(loadoutPathOf(lockFile))}\``
    : '';

const unknownWords = (toolkits: Report['toolkits'], lockFile: string): string =>
  toolkits.some(({ state }) => state === 'missing')
    ? `run \`toolbase install ${shellWord(lockFile)}\``
    : 'it cannot be told whether hosts publish what is locked';
