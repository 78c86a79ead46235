import { Args } from '@oclif/core';
import { rcompare } from 'semver';
import { ordinalCompare } from '../../kernel/index.ts';
import { type Lock, toolkitIn } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { registryFlag } from '../flags.ts';
import { HERE, openRegistries } from '../registries.ts';
import { renderTable } from '../render/table.ts';
import { terminalWidth } from '../render/terminal-width.ts';

type ListedOperation = { name: string; toolkit: string; version: string; title: string; description: string };
type ListedToolkit = { name: string; version: string; versions: number; registry: string };
type Listing = { operations: ListedOperation[] } | { toolkits: ListedToolkit[] };

export default class List extends BaseCommand {
  static override summary = 'List the operations of a lock, or the toolkits of the registries';
  static override examples = [
    '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock',
    { description: 'What is published', command: '<%= config.bin %> <%= command.id %>' },
  ];
  static override args = { lock: Args.string({ ignoreStdin: true, description: 'a lockfile' }) };
  static override flags = { registry: registryFlag };

  async run(): Promise<Listing> {
    const { args, flags } = await this.read(List);
    const listing =
      args.lock === undefined
        ? { toolkits: await published(flags.registry ?? []) }
        : { operations: locked(await readLock(args.lock)) };
    return this.show<Listing>(listing, render);
  }
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

function render(listing: Listing): string {
  if ('toolkits' in listing)
    return renderTable(
      [
        { title: 'toolkit' },
        { title: 'newest' },
        { title: 'versions', align: 'right' },
        { title: 'registry' },
      ],
      listing.toolkits.map(({ name, version, versions, registry }) => [
        name,
        version,
        String(versions),
        registry,
      ]),
      terminalWidth(),
    );
  if (listing.operations.length === 0) return 'no operation is exposed\n';
  return renderTable(
    [{ title: 'operation' }, { title: 'toolkit' }, { title: 'what', flexible: true }],
    listing.operations.map((each) => [
      each.name,
      `${each.toolkit} ${each.version}`,
      each.title === '' ? each.description : each.title,
    ]),
    terminalWidth(),
  );
}
