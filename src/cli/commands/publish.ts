import { Args, Flags } from '@oclif/core';
import { type PackedFolder, publish, type PublishResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunFlag, sourceFlag, targetRegistryFlag } from '../flags.ts';
import { machineTraces } from '../machine-traces.ts';
import { packFolder } from '../pack-toolkit.ts';
import { HERE, machineLayers, openPublishRegistry, openRegistries } from '../registries.ts';
import { signatureCheck } from '../signatures.ts';
import { renderPublished } from '../render/published.ts';

export default class Publish extends BaseCommand {
  static override summary = 'Publish a packed toolkit to a registry';
  static override description =
    'Goes to the registry that the settings give the scope of its name, else to your own, unless --registry names another. A published version never changes: the same bytes again change nothing, other bytes are refused. Refused (exit status 1) is also what looks like a key or token, and a change that breaks callers under a version number that promises otherwise.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> packed/my-toolkit-0.1.0.tgz',
    {
      description: 'Pack a folder and publish it at once',
      command: '<%= config.bin %> <%= command.id %> my-toolkit --registry lab=/data/toolkits',
    },
    {
      description: 'See the files, the warnings and what changed since the last version',
      command: '<%= config.bin %> <%= command.id %> my-toolkit --dry-run',
    },
  ];
  static override args = {
    target: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'a tarball that `pack` wrote, or a toolkit folder',
    }),
  };
  static override flags = {
    registry: targetRegistryFlag,
    tag: Flags.string({ helpValue: '<tag>', description: 'on a server: tag to publish under' }),
    'allow-break': Flags.boolean({
      default: false,
      description: 'publish what breaks callers, whatever the version number promises',
    }),
    'allow-secret': Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: '<path>',
      description: 'publish this file of the package although it looks like it holds a secret',
    }),
    signature: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: '<file>',
      description: 'a sigstore bundle over the tarball, to be published with it',
    }),
    source: sourceFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<PublishResult> {
    const { args, flags } = await this.read(Publish);
    const named = flags.registry ?? [];
    // What was named is looked at before anything is packed.
    const registry = named.length > 0 ? await openPublishRegistry(named, undefined) : undefined;
    const pack = (dir: string): Promise<PackedFolder> => packFolder(dir, flags.source);
    const checkSignatures = signatureCheck(await machineLayers(HERE));
    const result = await publish(
      args.target,
      {
        registryFor: async (name) => registry ?? openPublishRegistry([], name),
        registries: () => openRegistries([], HERE),
        pack,
        machine: machineTraces(),
        checkSignatures,
      },
      {
        dryRun: flags['dry-run'],
        allowed: { secrets: flags['allow-secret'] ?? [], breaks: flags['allow-break'] },
        tag: flags.tag,
        signatures: flags.signature ?? [],
      },
    );
    const told = { ...result, dryRun: flags['dry-run'] };
    return this.show(told, renderPublished, result.outcome === 'refused' ? 1 : 0);
  }
}
