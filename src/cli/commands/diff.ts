import { Args } from '@oclif/core';
import { diffDigest, diffLocks, type LockDiff } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { lockDiffLines } from '../render/lock-diff.ts';

type DiffReport = { before: string; after: string; differs: boolean; digest: string; diff: LockDiff };

export default class Diff extends BaseCommand {
  static override summary = 'Show what changed from one lock to another, by operation';
  static override description =
    'Each change comes with the version step that it deserves for a caller; each toolkit with whether its publisher made that step. Changed texts are shown by words: [-gone-]{+new+}. Exit status: 0 the locks are equal, 1 they differ.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> before.lock after.lock',
    {
      description: 'What the committed lock became since the last commit',
      command: '<%= config.bin %> <%= command.id %> <(git show HEAD:mine.lock) mine.lock',
    },
  ];
  static override args = {
    before: Args.string({ required: true, ignoreStdin: true, description: 'the earlier lockfile' }),
    after: Args.string({ required: true, ignoreStdin: true, description: 'the later lockfile' }),
  };

  async run(): Promise<DiffReport> {
    const { args } = await this.read(Diff);
    const [before, after] = [
      await readLock(args.before, { pipe: true }),
      await readLock(args.after, { pipe: true }),
    ];
    const diff = diffLocks(before, after);
    const differs = before.lockDigest !== after.lockDigest;
    const report = { before: args.before, after: args.after, differs, digest: diffDigest(diff), diff };
    return this.show(report, render, differs ? 1 : 0);
  }
}

const render = ({ before, after, differs, digest, diff }: DiffReport): string =>
  differs
    ? [`${before} -> ${after}`, ...lockDiffLines(diff), `diff ${digest}`, ''].join('\n')
    : `${before} and ${after} are equal\n`;
