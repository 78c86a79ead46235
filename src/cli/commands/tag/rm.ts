import { Args } from '@oclif/core';
import { parseWith, ToolbaseError, ToolkitName } from '../../../kernel/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { serverFlag } from '../../flags.ts';
import { openOneServer } from '../../servers.ts';

type Untagged = { registry: string; toolkit: string; tag: string; was: string };

export default class TagRm extends BaseCommand {
  static override summary = 'Take a tag of a toolkit away';
  static override description = 'The version that it points to stays as it is.';
  static override examples = ['<%= config.bin %> <%= command.id %> @lab/grid stable --registry lab'];
  static override args = {
    toolkit: Args.string({ required: true, ignoreStdin: true, description: 'name of the toolkit' }),
    tag: Args.string({ required: true, ignoreStdin: true, description: 'the tag' }),
  };
  static override flags = { registry: serverFlag };

  async run(): Promise<Untagged> {
    const { args, flags } = await this.read(TagRm);
    const toolkit = parseWith(ToolkitName, args.toolkit, 'the toolkit', 'BAD_NAME');
    const server = await openOneServer(flags.registry);
    const tags = await server.distTags(toolkit);
    const was = tags.get(args.tag);
    if (was === undefined)
      throw new ToolbaseError('NOT_FOUND', `${toolkit} has no tag ${JSON.stringify(args.tag)}`, {
        hint: `It has ${[...tags.keys()].sort().join(', ')}.`,
      });
    await server.removeDistTag(toolkit, args.tag);
    return this.show({ registry: server.name, toolkit, tag: args.tag, was }, render);
  }
}

const render = ({ toolkit, tag, was }: Untagged): string =>
  `${toolkit} has no tag ${tag} any more; it was ${was}\n`;
