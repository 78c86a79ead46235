import { Args, Flags } from '@oclif/core';
import { ToolbaseError } from '../../kernel/index.ts';
import { BaseCommand } from '../base-command.ts';
import { serverFlag } from '../flags.ts';
import { openOneServer } from '../servers.ts';
import { exactSpec } from '../toolkit-spec.ts';

/** `left`: how many versions there still are; the toolkit goes with the last one. */
type Unpublished = { registry: string; toolkit: string; version: string; left: number };

export default class Unpublish extends BaseCommand {
  static override summary = 'Take a published version back from a server';
  static override description =
    'For a version that should never have been there, such as one with a secret: whoever locked it cannot install it any more, and its number cannot be used again. `deprecate` is what a faulty version needs. Many servers do not allow it.';
  static override examples = ['<%= config.bin %> <%= command.id %> @lab/grid@1.4.0 --yes --registry lab'];
  static override args = {
    toolkit: Args.string({ required: true, ignoreStdin: true, description: 'toolkit and version' }),
  };
  static override flags = {
    registry: serverFlag,
    yes: Flags.boolean({ default: false, description: 'confirm: it is taken from everybody, for good' }),
  };

  async run(): Promise<Unpublished> {
    const { args, flags } = await this.read(Unpublish);
    const { name, version } = exactSpec(args.toolkit);
    const server = await openOneServer(flags.registry);
    const packument = await server.packument(name);
    if (packument === undefined)
      throw new ToolbaseError('UNKNOWN_TOOLKIT', `the registry ${server.name} has no toolkit ${name}`);
    if (packument.versions[version] === undefined)
      throw new ToolbaseError('NO_VERSION', `the registry ${server.name} has no ${name} ${version}`, {
        hint: `\`toolbase view ${name}\` lists the versions that there are.`,
      });
    if (!flags.yes)
      throw new ToolbaseError('USAGE', `${name} ${version} would be taken from everybody, for good`, {
        hint: 'Nothing was done. Confirm it with --yes, or deprecate the version.',
      });
    await server.unpublish(name, version);
    const left = Object.keys(packument.versions).length - 1;
    return this.show({ registry: server.name, toolkit: name, version, left }, render);
  }
}

const render = ({ registry, toolkit, version, left }: Unpublished): string =>
  `${toolkit} ${version} is not in the registry ${registry} any more${left === 0 ? ', and with it the toolkit' : ''}\n`;
