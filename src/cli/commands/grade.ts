import { Args, Flags } from '@oclif/core';
import { gradeCampaign } from '../../grade/io/index.ts';
import { renderSummary, summarise, type Summary } from '../../report/index.ts';
import { writeSummary } from '../../report/io/index.ts';
import type { Quarantined } from '../../record/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { type Short, shortOf, thresholdOf } from '../fell-short.ts';
import { tellSetAside } from '../run-campaign.ts';

type GradeResult = {
  summary: Summary;
  newGrades: number;
  fellShort: Short[];
  setAside: Quarantined[];
  files: { json: string; text: string };
};

export default class Grade extends BaseCommand {
  static override summary = 'Grade a campaign from its records';
  static override description =
    'Reads records and the benchmark only: no agent, no host, no network. Adds grades beside those that are there, writes summary.json and summary.txt.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> my-campaign',
    {
      description: 'In CI: exit 1 when a condition falls short',
      command: '<%= config.bin %> <%= command.id %> my-campaign --fail-under 0.9 --condition domain',
    },
  ];
  static override args = {
    campaign: Args.string({ required: true, ignoreStdin: true, description: 'folder that `run` wrote' }),
  };
  static override flags = {
    benchmark: Flags.string({
      helpValue: '<dir>',
      description: 'the benchmark, if it is not where it was when the campaign ran',
    }),
    'fail-under': Flags.string({
      helpValue: '<reach>',
      description: 'exit 1 when a mean reach is below this, in [0, 1]',
    }),
    condition: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      dependsOn: ['fail-under'],
      description: 'only these conditions can fall short',
    }),
  };

  async run(): Promise<GradeResult> {
    const { args, flags } = await this.read(Grade);
    const threshold = thresholdOf(flags['fail-under']);
    const setAside: Quarantined[] = [];
    const grades = await gradeCampaign({
      out: args.campaign,
      benchmark: flags.benchmark,
      nowMs: Date.now,
      onEvent: (event) => {
        if (event.type !== 'quarantined') return;
        const { trial, attempt, reason, movedTo } = event;
        setAside.push({ trial, attempt, reason, movedTo });
        tellSetAside(event);
      },
    });
    const summary = summarise(grades);
    const fellShort = shortOf(summary, threshold, flags.condition ?? []);
    const files = await writeSummary(args.campaign, summary);
    return this.show(
      { summary, newGrades: grades.newGrades, fellShort, setAside, files },
      render,
      fellShort.length > 0 ? 1 : 0,
    );
  }
}

const render = ({ summary, newGrades, fellShort, files }: GradeResult): string =>
  [
    renderSummary(summary),
    ...fellShort.map(({ condition, meanReach, threshold }) =>
      meanReach === null
        ? `${condition}: nothing was graded, so no mean reach is at least ${threshold}`
        : `${condition}: mean reach ${meanReach.toFixed(4)} is below ${threshold}`,
    ),
    `${newGrades} new ${newGrades === 1 ? 'grade' : 'grades'}; written to ${files.text} and ${files.json}`,
    '',
  ].join('\n');
