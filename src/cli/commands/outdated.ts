import { outdated, type OutdatedReport } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { loadoutFlag } from '../loadout-flag.ts';
import { renderTable } from '../render/table.ts';
import { terminalWidth } from '../render/terminal-width.ts';
import { wrapProse } from '../render/wrap-lines.ts';
import { withLocking } from '../with-locking.ts';

export default class Outdated extends BaseCommand {
  static override summary = 'List the locked toolkits of which there is something newer';
  static override description =
    'wanted: what `update` would lock. latest: the newest release, whatever the loadout asks for. Versions that are deprecated, unpublished or published again with other bytes are listed too. Exit status: 0 nothing is listed, 1 something is.';
  static override examples = ['<%= config.bin %> <%= command.id %> --loadout mine.yaml'];
  static override flags = { loadout: loadoutFlag, registry: registryFlag, offline: offlineFlag };

  async run(): Promise<OutdatedReport> {
    const { flags } = await this.read(Outdated);
    const report = await withLocking(flags.loadout, flags, (around) => outdated(flags.loadout, around));
    return this.show(report, render, report.outdated.length === 0 ? 0 : 1);
  }
}

const render = ({ lockFile, outdated: rows }: OutdatedReport): string =>
  rows.length === 0
    ? `${lockFile}: every toolkit is at its newest version\n`
    : [
        renderTable(
          [
            { title: 'toolkit' },
            { title: 'current' },
            { title: 'wanted' },
            { title: 'latest' },
            { title: 'asked for by' },
            { title: 'note', flexible: true },
          ],
          rows.map((row) => [
            row.name,
            row.current ?? '-',
            row.wanted ?? '-',
            row.latest ?? '-',
            row.askedBy.join(', '),
            noteOf(row),
          ]),
          terminalWidth(),
        ),
        ...rows.flatMap(({ name, current, notFound }) =>
          notFound === undefined
            ? []
            : [`${wrapProse(`${name} ${current ?? ''}: ${notFound}`, terminalWidth())}\n`],
        ),
      ].join('');

const noteOf = ({ unpublished, republished, notFound, deprecated }: OutdatedReport['outdated'][number]) =>
  [
    ...(notFound === undefined ? [] : ['in no registry here']),
    ...(unpublished === true && notFound === undefined ? ['unpublished'] : []),
    ...(republished === true ? ['published again with other bytes'] : []),
    ...(deprecated === undefined ? [] : [`deprecated: ${deprecated}`]),
  ].join('; ');
