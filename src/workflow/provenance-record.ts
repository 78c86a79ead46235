import { canonicalJson, parseStrictJson, parseWith, prettyCanonicalJson } from '../kernel/index.ts';
import { Provenance, PROVENANCE_PATH, type Source } from '../manifest/index.ts';
import { listingOf, type TreeEntry } from '../store/index.ts';

/** Who packs, and from what. */
export interface Origin {
  /** Program and version. */
  readonly builder: string;
  readonly source?: Source | undefined;
}

/** The package with the record of where its files come from. */
export function withProvenance(entries: readonly TreeEntry[], { builder, source }: Origin): TreeEntry[] {
  const others = entries.filter(({ path }) => path !== PROVENANCE_PATH);
  const record = { formatVersion: 1, builder, source, files: digestsOf(others) };
  const text = prettyCanonicalJson(parseWith(Provenance, record, PROVENANCE_PATH, 'BAD_MANIFEST'));
  return [...others, { path: PROVENANCE_PATH, mode: 0o644, bytes: Buffer.from(text) }];
}

/** The record of a package, if it has one.
 * @param label names the package in messages @throws ToolbaseError BAD_JSON, BAD_MANIFEST */
export function provenanceOf(entries: readonly TreeEntry[], label: string): Provenance | undefined {
  const file = entries.find(({ path }) => path === PROVENANCE_PATH);
  if (file === undefined) return undefined;
  const where = `${label}: ${PROVENANCE_PATH}`;
  return parseWith(
    Provenance,
    parseStrictJson(Buffer.from(file.bytes).toString('utf8'), where),
    where,
    'BAD_MANIFEST',
  );
}

/** True when the record lists exactly the files beside it. */
export function agreesWithFiles({ files }: Provenance, entries: readonly TreeEntry[]): boolean {
  const found = digestsOf(entries.filter(({ path }) => path !== PROVENANCE_PATH));
  return canonicalJson(found) === canonicalJson(files);
}

const digestsOf = (entries: readonly TreeEntry[]): Provenance['files'] =>
  Object.fromEntries(listingOf(entries).map(({ path, digest }) => [path, digest]));
