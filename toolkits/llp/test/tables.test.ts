import { mkdtemp, readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Table as ArrowTable, tableFromIPC, tableToIPC, vectorFromArray } from 'apache-arrow';
import { ByteBuffer } from 'flatbuffers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable, writeTable } from '../src/io/table-file.ts';
import {
  decodeArrow,
  decodeCsv,
  decodeJsonl,
  decodeParquet,
  encodeArrow,
  encodeParquet,
  labelled,
  labels,
  numbers,
  type Table,
  tableOf,
} from '../src/tables/index.ts';
import { withBoundedVectors } from '../src/tables/bounded-vectors.ts';

const metadata: Table['metadata'] = {
  format: 'parentflux-1.0',
  toolkit: '@toolbase/llp test',
  conventions: ['weights are per inelastic collision'],
  seed: 7,
  inputs: [{ name: 'card.cmnd', sha256: '0'.repeat(64) }],
  values: { sigma_gen_mb: 78.585, hemispheres: 'forward', seeds: [1, 2] },
};

const sample = (): Table =>
  tableOf(
    [
      { name: 'parent', unit: '1', values: labelled(['K', 'D', 'K']) },
      { name: 'parent_pid', unit: '1', values: Int32Array.of(321, -411, -321) },
      { name: 'E', unit: 'GeV', values: Float64Array.of(1.5, 1e-300, 1234.5678901234567) },
    ],
    metadata,
  );

test.each(['arrow', 'parquet', 'csv', 'jsonl'])('a table comes back from %s as it was', async (ending) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tables-'));
  const file = path.join(folder, `flux.${ending}`);
  await writeTable(file, sample());
  const { table } = await readTable(file, `flux.${ending}`);
  expect(table.metadata).toEqual(metadata);
  expect(Array.from(numbers(table, 'E'))).toEqual([1.5, 1e-300, 1234.5678901234567]);
  expect(Array.from(numbers(table, 'parent_pid'))).toEqual([321, -411, -321]);
  const { codes, labels: names } = labels(table, 'parent');
  expect(Array.from(codes, (code) => names[code])).toEqual(['K', 'D', 'K']);
  expect(table.columns.map(({ unit }) => unit)).toEqual(['1', '1', 'GeV']);
});

test.each(['arrow', 'parquet', 'csv', 'jsonl'])('a table without rows comes back from %s', async (ending) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tables-'));
  const file = path.join(folder, `flux.${ending}`);
  const { columns } = sample();
  const empty = columns.map((column, at) => ({
    ...column,
    values: at === 0 ? labelled([]) : new Float64Array(),
  }));
  await writeTable(file, tableOf(empty, metadata));
  const { table } = await readTable(file, `flux.${ending}`);
  expect(table.columns.map(({ name, unit }) => [name, unit])).toEqual(
    columns.map(({ name, unit }) => [name, unit]),
  );
  expect([numbers(table, 'E'), labels(table, 'parent').codes].map(({ length }) => length)).toEqual([0, 0]);
});

test('a Parquet file whose parts hold other columns than its schema is refused', async () => {
  const bytes = Buffer.from(encodeParquet(sample()));
  // The end has the names twice: in the schema, then of the columns of the only part.
  const at = bytes.lastIndexOf('parent_pid', bytes.lastIndexOf('parent_pid') - 1);
  bytes.write('parent_pad', at, 'latin1');
  await expect(decodeParquet(bytes, 'a.parquet')).rejects.toMatchObject({ code: 'BAD_ARGUMENTS' });
});

test('equal tables give equal Arrow bytes, which Arrow itself reads', () => {
  const bytes = encodeArrow(sample());
  expect(Buffer.from(encodeArrow(sample())).equals(bytes)).toBe(true);
  const read = tableFromIPC(bytes);
  expect(read.getChild('parent')?.toJSON()).toEqual(['K', 'D', 'K']);
  expect(read.schema.fields[2]?.metadata.get('unit')).toBe('GeV');
});

test('any doubles survive Arrow bit by bit', () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { minLength: 1 }), (values) => {
      const table = tableOf([{ name: 'E', unit: 'GeV', values: Float64Array.from(values) }], metadata);
      expect(Array.from(numbers(decodeArrow(encodeArrow(table), 'x'), 'E'))).toEqual(values);
    }),
  );
});

test('a spectrum as HEPTAPOD writes it is read with its header', () => {
  const text = '# parent: K\n# m_phi_gev=0.1\n# B_hat=0.0131\nx,pdf\n0.41,1.5\n0.5,2.25\n';
  const table = decodeCsv(text, 'spectrum.csv');
  expect(table.metadata.format).toBe('llpspectrum-1.0');
  expect(table.metadata.values).toEqual({ parent: 'K', m_phi_gev: 0.1, B_hat: 0.0131 });
  expect(Array.from(numbers(table, 'pdf'))).toEqual([1.5, 2.25]);
});

test('parents as HEPTAPOD writes them are read, and written so that it reads them', async () => {
  const line =
    '{"parent":"K","parent_pid":321,"E":10.5,"px":0.1,"py":0.0,"pz":10.4,"weight_per_collision":0.25}\n';
  const table = decodeJsonl(line, 'parents_K.jsonl');
  expect(table.metadata.format).toBe('parentflux-1.0');
  expect(Array.from(numbers(table, 'weight_per_collision'))).toEqual([0.25]);
  const folder = await mkdtemp(path.join(tmpdir(), 'tables-'));
  const file = path.join(folder, 'parents.jsonl');
  await writeTable(file, table, true);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(line));
});

test.each([
  ['x,pdf\n0.1\n', 'line 2'],
  ['# only=comments\n', 'no line with the names'],
])('a broken CSV file is refused with the line', (text, reason) => {
  expect(() => decodeCsv(text, 'a.csv')).toThrow(reason);
});

test('columns of one name are refused in each kind of file', () => {
  expect(() => decodeCsv('px,px\n1,2\n', 'a.csv')).toThrow('two columns are called "px"');
  const twice = new ArrowTable({ px: vectorFromArray([1, 2]) });
  const bytes = tableToIPC(twice.assign(new ArrowTable({ py: vectorFromArray([1, 2]) })), 'file');
  const renamed = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('py', 'px'), 'latin1');
  expect(() => decodeArrow(renamed, 'a.arrow')).toThrow('two columns are called "px"');
});

// A file of pyarrow with three bytes changed, in which the reader of Arrow goes round and round.
test('an Arrow file whose lengths lead back to where they are is given up', { timeout: 60_000 }, async () => {
  const file = path.join(import.meta.dirname, 'fixtures', 'looping.arrow');
  await expect(readTable(file, 'looping.arrow')).rejects.toMatchObject({ code: 'BAD_ARGUMENTS' });
});

test.each([
  ['flux.csv', 6e8],
  ['flux.arrow', 3e9],
])('%s of %d bytes is refused before it is read', async (name, bytes) => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'tables-')), name);
  await writeFile(file, '');
  await truncate(file, bytes);
  await expect(readTable(file, name)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});

test('other broken files are refused by what is wrong with them', async () => {
  expect(() => decodeJsonl('{"a":1}\n{"a":"x"}\n', 'a.jsonl')).toThrow('no fitting a');
  expect(() => decodeJsonl('{"a":1}\n{oops\n', 'a.jsonl')).toThrow('line 2 of a.jsonl is no JSON');
  expect(() => decodeArrow(Buffer.from('not arrow at all'), 'a.arrow')).toThrow('Arrow');
  await expect(readTable('/nowhere', 'a.txt')).rejects.toMatchObject({ code: 'BAD_ARGUMENTS' });
});

test('an Arrow file that claims more words than it has bytes is refused before they are made', () => {
  const words = Array.from({ length: 77 }, (_none, i) => `kind ${i}`);
  const codes = Int32Array.from(words, (_word, i) => i);
  const kinds = { name: 'parent', unit: '1', values: { codes, labels: words } };
  const bytes = Buffer.from(encodeArrow({ ...sample(), columns: [kinds] }));
  const written = Buffer.from([77, 0, 0, 0, 0, 0, 0, 0]);
  const places: number[] = [];
  for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written, at + 1)) places.push(at);
  expect(places.length).toBeGreaterThan(1);
  // The words come first in the file: their number twice, as the length of the batch and of its column.
  for (const at of places.slice(0, 2)) bytes.writeUInt8(0x7f, at + 2);
  const before = process.memoryUsage().heapTotal;
  expect(() => decodeArrow(bytes, 'a.arrow')).toThrow('cannot be read as an Arrow IPC file');
  expect(process.memoryUsage().heapTotal - before).toBeLessThan(2e8);
});

test('no vector of Arrow metadata may be longer than the metadata', () => {
  const metadata = new ByteBuffer(new Uint8Array(64));
  metadata.writeInt32(0, 8);
  metadata.writeInt32(8, 64);
  const read = () => metadata.__vector_len(0);
  expect(withBoundedVectors(read)).toBe(64);
  metadata.writeInt32(8, 65);
  expect(() => withBoundedVectors(read)).toThrow('a vector of 65 elements');
  expect(read()).toBe(65);
});
