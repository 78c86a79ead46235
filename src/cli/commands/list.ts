import { Args } from '@oclif/core';
import { rcompare } from 'semver';
import { meantHint, ordinalCompare, ToolbaseError } from '../../kernel/index.ts';
import { type Lock, toolkitIn } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { registryFlag } from '../flags.ts';
import { HERE, openRegistries } from '../registries.ts';
import { type ListedOperation, type ListedToolkit, type Listing, renderListing } from '../render/listing.ts';

export default class List extends BaseCommand {
  static override summary = 'List the operations of a lock, show one, or list the published toolkits';
  static override examples = [
    '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock',
    {
      description: 'What one operation takes',
      command: '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock symbolic__ComputeDecayRate',
    },
    { description: 'What is published', command: '<%= config.bin %> <%= command.id %>' },
  ];
  static override args = {
    lock: Args.string({ ignoreStdin: true, description: 'a lockfile' }),
    operation: Args.string({ ignoreStdin: true, description: 'an exposed name: show what it takes' }),
  };
  static override flags = { registry: registryFlag };

  async run(): Promise<Listing> {
    const { args, flags } = await this.read(List);
    const listing =
      args.lock === undefined
        ? { toolkits: await published(flags.registry ?? []) }
        : listed(await readLock(args.lock), args.operation);
    return this.show<Listing>(listing, renderListing);
  }
}

function listed(lock: Lock, name: string | undefined): Listing {
  const operations = locked(lock);
  if (name === undefined) return { operations };
  const operation = operations.find((each) => each.name === name);
  const inputSchema = Object.values(lock.operations).find(({ tool }) => tool.name === name)?.tool.inputSchema;
  if (operation !== undefined && inputSchema !== undefined)
    return { operation: { ...operation, inputSchema } };
  const names = operations.map((each) => each.name);
  throw new ToolbaseError('UNKNOWN_OPERATION', `no operation ${name} is exposed`, {
    hint: meantHint(name, names),
  });
}

const locked = (lock: Lock): ListedOperation[] =>
  Object.values(lock.operations)
    .map(({ toolkit, tool }) => ({
      name: tool.name,
      toolkit: toolkit,
      version: versionOf(toolkitIn(lock, toolkit)),
      title: tool.title ?? '',
      description: tool.description,
    }))
    .sort((a, b) => ordinalCompare(a.name, b.name));

const versionOf = (toolkit: ReturnType<typeof toolkitIn>): string =>
  toolkit === undefined ? '' : 'linked' in toolkit ? `${toolkit.version} (linked)` : toolkit.version;

/** A toolkit is that of the first registry that has its name, as `lock` takes it. */
async function published(flags: readonly string[]): Promise<ListedToolkit[]> {
  const listed = new Map<string, ListedToolkit>();
  for (const registry of await openRegistries(flags, HERE))
    for (const name of await registry.names()) {
      const packument = listed.has(name) ? undefined : await registry.packument(name);
      const versions = Object.keys(packument?.versions ?? {});
      const version = versions.sort(rcompare)[0];
      if (version !== undefined)
        listed.set(name, { name, version, versions: versions.length, registry: registry.name });
    }
  return [...listed.values()].sort((a, b) => ordinalCompare(a.name, b.name));
}
