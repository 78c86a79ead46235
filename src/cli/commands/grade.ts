import { Args, Flags } from '@oclif/core';
import { gradeCampaign } from '../../grade/io/index.ts';
import { ToolbaseError } from '../../kernel/index.ts';
import { renderSummary, summarise, type Summary } from '../../report/index.ts';
import { writeSummary } from '../../report/io/index.ts';
import { BaseCommand } from '../base-command.ts';

type GradeResult = { summary: Summary; newGrades: number; files: { json: string; text: string } };

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
    const grades = await gradeCampaign({
      out: args.campaign,
      benchmark: flags.benchmark,
      nowMs: Date.now,
      onEvent: () => undefined,
    });
    const summary = summarise(grades);
    const short = shortOf(summary, threshold, flags.condition ?? []);
    const files = await writeSummary(args.campaign, summary);
    return this.show({ summary, newGrades: grades.newGrades, files }, render, short ? 1 : 0);
  }
}

const render = ({ summary, newGrades, files }: GradeResult): string =>
  `${renderSummary(summary)}\n${newGrades} new grades; written to ${files.text} and ${files.json}\n`;

function thresholdOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new ToolbaseError('USAGE', `--fail-under ${text} is not a number in [0, 1]`);
}

function shortOf(summary: Summary, threshold: number | undefined, only: readonly string[]): boolean {
  const known = summary.conditions.map(({ name }) => name);
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ToolbaseError('USAGE', `the campaign has no condition ${unknown}`, {
      hint: `It has ${known.join(', ')}.`,
    });
  if (threshold === undefined) return false;
  const judged = summary.conditions.filter(({ name }) => only.length === 0 || only.includes(name));
  return judged.some(({ graded }) => graded.meanReach === null || graded.meanReach.value < threshold);
}
