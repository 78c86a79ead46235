import type { OutdatedReport } from '../../workflow/io/index.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { fitted } from './fitted.ts';

type Row = OutdatedReport['outdated'][number];

/** The toolkits that are behind, and what to do about those that no registry has. */
export const renderOutdated = ({ lockFile, outdated: rows }: OutdatedReport): string =>
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
        ...[...new Set(rows.flatMap(({ notFound }) => (notFound === undefined ? [] : [notFound])))].map(
          (advice) =>
            `${fitted(`${namesOf(rows.filter(({ notFound }) => notFound === advice))}: ${advice}`)}\n`,
        ),
      ].join('');

const namesOf = (rows: readonly Row[]): string =>
  rows.map(({ name, current }) => (current === undefined ? name : `${name} ${current}`)).join(', ');

const noteOf = ({ unpublished, republished, notFound, deprecated }: Row): string =>
  [
    ...(notFound === undefined ? [] : ['in no registry here']),
    ...(unpublished === true && notFound === undefined ? ['unpublished'] : []),
    ...(republished === true ? ['published again with other bytes'] : []),
    ...(deprecated === undefined ? [] : [`deprecated: ${deprecated}`]),
  ].join('; ');
