import { openStore } from '../../../store/io/index.ts';
import { listStore, type StoreListing } from '../../../workflow/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { openOwnEnvironments } from '../../environments.ts';
import { HERE, ownPaths } from '../../registries.ts';
import { sizeText } from '../../render/size.ts';
import { renderTable } from '../../render/table.ts';
import { terminalWidth } from '../../render/terminal-width.ts';

export default class StoreLs extends BaseCommand {
  static override summary = 'List what is in the store, with sizes';
  static override description =
    'Toolkits and environments. `last use` is when a lock that needs the toolkit was last installed, served or called.';
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<StoreListing> {
    await this.read(StoreLs);
    const { store } = ownPaths();
    const listing = await listStore(store, openStore(store), await openOwnEnvironments(HERE));
    return this.show(listing, render);
  }
}

const day = (time: string | null): string => time?.slice(0, 10) ?? '-';

function render({ store, toolkits, environments }: StoreListing): string {
  const rows = [
    ...toolkits.map(({ name, version, treeDigest, sizeBytes, usedAt }) => [
      name === null ? 'damaged' : `${name} ${version ?? ''}`,
      treeDigest.slice(7, 23),
      sizeText(sizeBytes),
      day(usedAt),
    ]),
    ...environments.map(({ kind, interpreter, key, sizeBytes, installedAt }) => [
      `${kind} environment, ${interpreter.implementation} ${interpreter.version}`,
      key.slice(0, 16),
      sizeText(sizeBytes),
      day(installedAt),
    ]),
  ];
  if (rows.length === 0) return `nothing is in the store ${store}\n`;
  const table = renderTable(
    [
      { title: 'what', flexible: true },
      { title: 'digest' },
      { title: 'size', align: 'right' },
      { title: 'last use' },
    ],
    rows,
    terminalWidth(),
  );
  const total = [...toolkits, ...environments].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return `${table}${sizeText(total)} in ${store}\n`;
}
