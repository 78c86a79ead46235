import { Args } from '@oclif/core';
import { ordinalCompare, parseWith, ToolkitName } from '../../../kernel/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { serverFlag } from '../../flags.ts';
import { openOneServer } from '../../servers.ts';

type Tags = { registry: string; toolkit: string; tags: Record<string, string> };

export default class TagLs extends BaseCommand {
  static override summary = 'List the tags of a toolkit on a server';
  static override examples = ['<%= config.bin %> <%= command.id %> @lab/grid --registry lab'];
  static override args = {
    toolkit: Args.string({ required: true, ignoreStdin: true, description: 'name of the toolkit' }),
  };
  static override flags = { registry: serverFlag };

  async run(): Promise<Tags> {
    const { args, flags } = await this.read(TagLs);
    const toolkit = parseWith(ToolkitName, args.toolkit, 'the toolkit', 'BAD_NAME');
    const server = await openOneServer(flags.registry);
    const tags = [...(await server.distTags(toolkit))].sort(([a], [b]) => ordinalCompare(a, b));
    return this.show({ registry: server.name, toolkit, tags: Object.fromEntries(tags) }, render);
  }
}

const render = ({ tags }: Tags): string =>
  Object.entries(tags)
    .map(([tag, version]) => `${tag}: ${version}\n`)
    .join('');
