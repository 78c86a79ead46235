import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Args } from '@oclif/core';
import { publish, type PublishResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { registryFlag } from '../flags.ts';
import { packToolkit } from '../pack-toolkit.ts';
import { openPublishRegistry } from '../registries.ts';

export default class Publish extends BaseCommand {
  static override summary = 'Publish a packed toolkit to a registry';
  static override description =
    'Goes to your own registry unless --registry names another directory. A published version never changes: the same bytes again change nothing, other bytes are refused.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> packed/my-toolkit-0.1.0.tgz',
    {
      description: 'Pack a folder and publish it at once',
      command: '<%= config.bin %> <%= command.id %> my-toolkit --registry lab=/data/toolkits',
    },
  ];
  static override args = {
    target: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'a tarball that `pack` wrote, or a toolkit folder',
    }),
  };
  static override flags = { registry: registryFlag };

  async run(): Promise<PublishResult> {
    const { args, flags } = await this.read(Publish);
    const registry = await openPublishRegistry(flags.registry ?? []);
    return this.show(await publish(args.target, { registry, pack: packedBytes }), render);
  }
}

async function packedBytes(dir: string): Promise<Uint8Array> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'toolbase-publish-'));
  try {
    return await readFile((await packToolkit({ dir, outDir })).file);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

const render = ({ name, version, registry, outcome }: PublishResult): string =>
  outcome === 'published'
    ? `${name} ${version} published to the registry ${registry}\n`
    : `${name} ${version} is in the registry ${registry} already, with the same bytes: nothing changed\n`;
