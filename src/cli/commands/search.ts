import { Args, Flags } from '@oclif/core';
import { isToolbaseError, type ToolbaseError } from '../../kernel/index.ts';
import type { ToolkitSummary } from '../../registry/index.ts';
import { BaseCommand } from '../base-command.ts';
import { registryFlag } from '../flags.ts';
import { HERE, openRegistries } from '../registries.ts';
import { renderTable } from '../render/table.ts';
import { terminalWidth } from '../render/terminal-width.ts';
import { fitted } from '../render/fitted.ts';

type Found = ToolkitSummary & { registry: string };
/** `unasked`: registries that gave no answer, and why. */
type SearchReport = { toolkits: Found[]; unasked: { registry: string; code: string; message: string }[] };

export default class Search extends BaseCommand {
  static override summary = 'Search the registries for toolkits';
  static override description =
    'Shows toolkits and nothing else that a server may hold. A toolkit is found when all words are in its name or description; servers look at keywords too.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> decay',
    {
      description: 'Everything in one registry',
      command: '<%= config.bin %> <%= command.id %> --registry lab',
    },
  ];
  static override strict = false;
  static override args = {
    words: Args.string({ ignoreStdin: true, description: 'words; none: all toolkits' }),
  };
  static override flags = {
    registry: registryFlag,
    limit: Flags.integer({ default: 20, min: 1, max: 1000, description: 'at most so many a registry' }),
  };

  async run(): Promise<SearchReport> {
    const { flags } = await this.read(Search);
    const { argv } = await this.parse(Search);
    const words = argv.filter((word) => typeof word === 'string').join(' ');
    const report: SearchReport = { toolkits: [], unasked: [] };
    const faults: ToolbaseError[] = [];
    const all = await openRegistries(flags.registry ?? [], HERE);
    for (const registry of flags.registry === undefined ? all : all.slice(0, flags.registry.length))
      try {
        // A toolkit is that of the first registry that has its name, as `lock` takes it.
        const known = new Set(report.toolkits.map(({ name }) => name));
        for (const found of await registry.search(words, flags.limit))
          if (!known.has(found.name)) report.toolkits.push({ ...found, registry: registry.name });
      } catch (cause) {
        if (!isToolbaseError(cause)) throw cause;
        faults.push(cause);
        report.unasked.push({ registry: registry.name, code: cause.code, message: cause.message });
      }
    if (report.toolkits.length === 0 && faults[0] !== undefined) throw faults[0];
    return this.show(report, render);
  }
}

function render({ toolkits, unasked }: SearchReport): string {
  const table = renderTable(
    [{ title: 'toolkit' }, { title: 'version' }, { title: 'registry' }, { title: 'what', flexible: true }],
    toolkits.map(({ name, version, registry, description, deprecated }) => [
      name,
      version,
      registry,
      deprecated === undefined ? description : `deprecated: ${deprecated}`,
    ]),
    terminalWidth(),
  );
  const faults = unasked.map(({ message }) => `${fitted(`warning: ${message}`)}\n`).join('');
  return `${toolkits.length === 0 ? 'no toolkit was found: fewer words may find one, and none lists all\n' : table}${faults}`;
}
