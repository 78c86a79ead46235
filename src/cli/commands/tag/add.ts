import { Args } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { serverFlag } from '../../flags.ts';
import { openOneServer } from '../../servers.ts';
import { exactSpec } from '../../toolkit-spec.ts';

type Tagged = { registry: string; toolkit: string; version: string; tag: string; before?: string };

export default class TagAdd extends BaseCommand {
  static override summary = 'Point a tag of a toolkit to a version';
  static override examples = ['<%= config.bin %> <%= command.id %> @lab/grid@1.4.0 stable --registry lab'];
  static override args = {
    toolkit: Args.string({ required: true, ignoreStdin: true, description: 'toolkit and version' }),
    tag: Args.string({ required: true, ignoreStdin: true, description: 'a word, such as latest or next' }),
  };
  static override flags = { registry: serverFlag };

  async run(): Promise<Tagged> {
    const { args, flags } = await this.read(TagAdd);
    const { name, version } = exactSpec(args.toolkit);
    const server = await openOneServer(flags.registry);
    const before = (await server.distTags(name)).get(args.tag);
    if (before !== version) await server.setDistTag(name, args.tag, version);
    const report = { registry: server.name, toolkit: name, version, tag: args.tag };
    return this.show({ ...report, ...(before === undefined ? {} : { before }) }, render);
  }
}

const render = ({ toolkit, version, tag, before }: Tagged): string =>
  before === version
    ? `${tag} of ${toolkit} is ${version} already\n`
    : `${tag} of ${toolkit} is ${version} now${before === undefined ? '' : `, and was ${before}`}\n`;
