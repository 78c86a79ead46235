import { Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { sizeText } from '../../render/size.ts';
import { renderTable } from '../../render/table.ts';
import { terminalWidth } from '../../render/terminal-width.ts';
import { visibleText } from '../../render/visible-text.ts';
import { ownResultCache } from '../../result-cache.ts';

interface CacheListing {
  readonly folder: string;
  /** Whether servers use it when no flag says otherwise. */
  readonly inUse: boolean;
  readonly results: number;
  readonly sizeBytes: number;
  readonly maxBytes: number;
  /** The ones used last. */
  readonly last: readonly {
    /** Null for a file that is damaged. */
    readonly toolkit: string | null;
    readonly operation: string | null;
    readonly key: string | null;
    readonly sizeBytes: number;
    readonly usedAt: string;
  }[];
}

export default class CacheLs extends BaseCommand {
  static override summary = 'List the kept results of deterministic operations';
  static override examples = ['<%= config.bin %> <%= command.id %>'];
  static override flags = {
    last: Flags.integer({ default: 20, min: 1, helpValue: '<n>', description: 'how many results at most' }),
  };

  async run(): Promise<CacheListing> {
    const { flags } = await this.read(CacheLs);
    const { folder, maxBytes, inUse, cache } = await ownResultCache();
    const files = await cache.files();
    const last = await Promise.all(
      files.slice(0, flags.last).map(async (each) => {
        const result = await cache.check(each);
        const known = 'fault' in result ? undefined : result;
        return {
          toolkit: known === undefined ? null : `${known.toolkit.name} ${known.toolkit.version}`,
          operation: known?.operation ?? null,
          key: each.key,
          sizeBytes: each.sizeBytes,
          usedAt: new Date(each.usedAtMs).toISOString(),
        };
      }),
    );
    const sizeBytes = files.reduce((sum, each) => sum + each.sizeBytes, 0);
    return this.show({ folder, inUse, results: files.length, sizeBytes, maxBytes, last }, render);
  }
}

function render({ folder, inUse, results, sizeBytes, maxBytes, last }: CacheListing): string {
  const use = inUse
    ? ''
    : 'not in use: write `cache: { results: true }` into settings.yaml, or serve with --cache on\n';
  if (results === 0) return `no result is kept in ${folder}\n${use}`;
  const table = renderTable(
    [
      { title: 'toolkit', flexible: true },
      { title: 'operation' },
      { title: 'size', align: 'right' },
      { title: 'last use' },
    ],
    last.map((each) => [
      visibleText(each.toolkit ?? 'damaged'),
      visibleText(each.operation ?? '-'),
      sizeText(each.sizeBytes),
      each.usedAt.slice(0, 10),
    ]),
    terminalWidth(),
  );
  const shown = last.length === results ? '' : `, the last ${last.length} shown`;
  return `${table}${results} kept${shown}: ${sizeText(sizeBytes)} of at most ${sizeText(maxBytes)} in ${folder}\n${use}`;
}
