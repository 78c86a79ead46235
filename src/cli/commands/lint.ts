import { Args, Flags } from '@oclif/core';
import { isAtLeast, SEVERITIES } from '../../manifest/index.ts';
import { lint, type LintReport } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { describingHosts } from '../pack-toolkit.ts';
import { HERE, openRegistries } from '../registries.ts';
import { renderLint } from '../render/lint.ts';

export default class Lint extends BaseCommand {
  static override summary = 'Judge what a model will see: names, words, schemas, and what they cost';
  static override description =
    'Looks at a toolkit folder, as it would be packed, or at a lock: missing, vague, too long or hidden words, text that gives orders to a model, shapes of schemas that agent programs drop, duplicates, needed toolkits that no registry has, and the estimated number of tokens of each operation. Ends with 1 when there is a finding at or above --fail-on.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> my-toolkit',
    {
      description: 'In CI, also for warnings',
      command: '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock --fail-on warning',
    },
  ];
  static override args = {
    target: Args.string({ default: '.', ignoreStdin: true, description: 'a toolkit folder or a lockfile' }),
  };
  static override flags = {
    registry: registryFlag,
    offline: offlineFlag,
    'fail-on': Flags.option({ options: SEVERITIES })({
      default: 'error',
      description: 'the least severity that ends with status 1',
    }),
  };

  async run(): Promise<LintReport> {
    const { args, flags } = await this.read(Lint);
    const { estimateTokenCount } = await import('tokenx');
    const report = await lint(args.target, {
      hosts: describingHosts(args.target),
      countTokens: (text) => estimateTokenCount(text),
      registries: () => openRegistries(flags.registry ?? [], HERE, { offline: flags.offline }),
    });
    const failed = report.findings.some(({ severity }) => isAtLeast(severity, flags['fail-on']));
    return this.show(report, renderLint, failed ? 1 : 0);
  }
}
