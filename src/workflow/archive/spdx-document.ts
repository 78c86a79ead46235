import { hexOf, ordinalCompare, prettyCanonicalJson } from '../../kernel/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { type ArchivedToolkit, pinnedEnvironments } from './archived-toolkit.ts';
import { oneLine } from './one-line.ts';
import { environmentPackages, type SpdxPackage, spdxId, toolkitPackage, unasserted } from './spdx-package.ts';

type Relationship = { spdxElementId: string; relationshipType: string; relatedSpdxElement: string };

const LOADOUT_ID = 'SPDXRef-Loadout';

/** Bill of materials of a lock, as the text of an SPDX 2.3 JSON document: the toolkits, what they need of each other, the
 * packages of their environments, and the programs that must be there. Equal locks give equal bytes: the date that the
 * format asks for is fixed, and the namespace is the lock's digest.
 * @see SPDX specification 2.3, and its JSON schema */
export function spdxDocument(
  title: string | undefined,
  lock: Lock,
  toolkits: readonly ArchivedToolkit[],
): string {
  const packages = new Map<string, SpdxPackage>();
  const relationships: Relationship[] = [];
  const relate = (from: string, relationshipType: string, to: string): void => {
    relationships.push({ spdxElementId: from, relationshipType, relatedSpdxElement: to });
  };
  const add = (each: SpdxPackage): string => {
    packages.set(each.SPDXID, each);
    return each.SPDXID;
  };
  relate('SPDXRef-DOCUMENT', 'DESCRIBES', add(loadoutPackage(title, lock)));
  for (const toolkit of toolkits) {
    const { manifest } = toolkit;
    const id = add(toolkitPackage(toolkit, lock.toolkits[manifest.name]?.treeDigest ?? ''));
    relate(LOADOUT_ID, 'CONTAINS', id);
    for (const needed of Object.keys(manifest.toolkitDependencies))
      relate(id, 'DEPENDS_ON', spdxId('Toolkit', needed));
    for (const [, pinned] of pinnedEnvironments(toolkit))
      for (const each of environmentPackages(pinned)) relate(id, 'DEPENDS_ON', add(each));
    for (const [name, { title: what, command, versions }] of Object.entries(manifest.externals))
      relate(
        id,
        'HAS_PREREQUISITE',
        add({
          SPDXID: spdxId('Program', `${manifest.name} ${name}`),
          name: command,
          ...unasserted,
          comment: `${oneLine(what)}, versions ${oneLine(versions)}; of the machine, not in the archive`,
        }),
      );
  }
  return prettyCanonicalJson(documentOf(lock, [...packages.values()], relationships));
}

const documentOf = (
  lock: Lock,
  packages: readonly SpdxPackage[],
  relationships: readonly Relationship[],
) => ({
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'loadout',
  documentNamespace: `urn:toolbase:loadout:${hexOf(lock.lockDigest)}`,
  creationInfo: {
    created: '1970-01-01T00:00:00Z',
    creators: ['Tool: toolbase'],
    comment: 'The date is fixed, so that the same lock gives the same bytes.',
  },
  packages: [...packages].sort((a, b) => ordinalCompare(a.SPDXID, b.SPDXID)),
  relationships: distinct(relationships),
});

/** Two environments of one toolkit may need the same package. */
const distinct = (all: readonly Relationship[]): Relationship[] =>
  [...new Map(all.map((each) => [Object.values(each).join(' '), each])).entries()]
    .sort(([a], [b]) => ordinalCompare(a, b))
    .map(([, each]) => each);

const loadoutPackage = (title: string | undefined, lock: Lock): SpdxPackage => ({
  SPDXID: LOADOUT_ID,
  name: title === undefined ? 'loadout' : oneLine(title),
  versionInfo: lock.lockDigest,
  ...unasserted,
  comment: `interface digest ${lock.interfaceDigest}`,
});
