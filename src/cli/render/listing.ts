import type { PortableSchema } from '../../manifest/index.ts';
import { inputLines } from './input-lines.ts';
import { indented } from './operation-diff.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { visibleText } from './visible-text.ts';
import { wrapLines } from './wrap-lines.ts';

export type ListedOperation = {
  name: string;
  toolkit: string;
  version: string;
  title: string;
  description: string;
};
export type ListedToolkit = { name: string; version: string; versions: number; registry: string };
type ShownOperation = ListedOperation & { inputSchema: PortableSchema };
/** What `list` shows. */
export type Listing =
  | { operations: ListedOperation[] }
  | { operation: ShownOperation }
  | { toolkits: ListedToolkit[] };

/** Operations, one operation with what it takes, or toolkits, for a person. */
export function renderListing(listing: Listing): string {
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
  if ('operation' in listing) return renderOperation(listing.operation);
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

const renderOperation = ({
  name,
  toolkit,
  version,
  title,
  description,
  inputSchema,
}: ShownOperation): string =>
  wrapLines(
    [
      `${name}  (${toolkit} ${version})`,
      ...(title === '' ? [] : [visibleText(title)]),
      '',
      ...visibleText(description).split('\n'),
      '',
      'input:',
      ...indented(inputLines(inputSchema)),
      '',
    ],
    terminalWidth(),
  ).join('\n');
