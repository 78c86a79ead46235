import { Args } from '@oclif/core';
import { type ToolkitView, viewToolkit } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { HERE, machineLayers, openRegistries } from '../registries.ts';
import { vouchersOf } from '../signatures.ts';
import { renderView } from '../render/view.ts';
import { toolkitSpec } from '../toolkit-spec.ts';

export default class View extends BaseCommand {
  static override summary = 'Look at a published toolkit without installing it';
  static override description =
    'Shows its operations, what it needs, its versions and where it comes from. The package is fetched and checked; none of its code runs.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> @toolbase/symbolic',
    {
      description: 'One version, range or tag',
      command: '<%= config.bin %> <%= command.id %> @lab/grid@next',
    },
  ];
  static override args = {
    toolkit: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'toolkit, with a version, range or tag if wanted',
    }),
  };
  static override flags = { registry: registryFlag, offline: offlineFlag };

  async run(): Promise<ToolkitView> {
    const { args, flags } = await this.read(View);
    const spec = toolkitSpec(args.toolkit);
    const registries = await openRegistries(flags.registry ?? [], HERE, { offline: flags.offline });
    const vouchers = vouchersOf(await machineLayers(HERE));
    return this.show(await viewToolkit(spec, registries, vouchers), renderView);
  }
}
