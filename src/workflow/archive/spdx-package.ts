import parseExpression from 'spdx-expression-parse';
import { z } from 'zod';
import { hexOf, type Integrity, parseStrictJson, sha256 } from '../../kernel/index.ts';
import type { PinnedEnvironment } from '../../manifest/index.ts';
import { tarballPath } from './archive-manifest.ts';
import type { ArchivedToolkit } from './archived-toolkit.ts';
import { oneLine } from './one-line.ts';

/** One package of an SPDX 2.3 document, in the fields that are used here.
 * @see SPDX specification 2.3, clause 7 */
export type SpdxPackage = {
  SPDXID: string;
  name: string;
  versionInfo?: string;
  packageFileName?: string;
  downloadLocation: 'NOASSERTION';
  filesAnalyzed: false;
  licenseConcluded: 'NOASSERTION';
  licenseDeclared: string;
  copyrightText: 'NOASSERTION';
  checksums?: { algorithm: 'SHA256' | 'SHA512'; checksumValue: string }[];
  externalRefs?: { referenceCategory: 'PACKAGE-MANAGER'; referenceType: 'purl'; referenceLocator: string }[];
  summary?: string;
  comment?: string;
};

/** An identifier within the document: readable, and unique by a digest of the whole name. */
export const spdxId = (kind: string, name: string): string =>
  `SPDXRef-${kind}-${name.replaceAll(/[^A-Za-z0-9.]+/g, '-').slice(0, 80)}-${hexOf(sha256(name)).slice(0, 8)}`;

/** The fields that nothing is asserted of. */
export const unasserted = {
  downloadLocation: 'NOASSERTION',
  filesAnalyzed: false,
  licenseConcluded: 'NOASSERTION',
  licenseDeclared: 'NOASSERTION',
  copyrightText: 'NOASSERTION',
} as const;

const purl = (locator: string): NonNullable<SpdxPackage['externalRefs']> => [
  { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: locator },
];

/** @see package-url specification, type npm: the scope is the namespace, its @ encoded */
const npmPurl = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

const sha512Of = (integrity: Integrity): NonNullable<SpdxPackage['checksums']> => [
  {
    algorithm: 'SHA512',
    checksumValue: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
  },
];

/** A toolkit as a package. @param treeDigest of its files */
export function toolkitPackage(
  { manifest, packageJson, integrity }: Pick<ArchivedToolkit, 'manifest' | 'packageJson' | 'integrity'>,
  treeDigest: string,
): SpdxPackage {
  const { name, version, summary } = manifest;
  return {
    SPDXID: spdxId('Toolkit', name),
    name,
    versionInfo: version,
    packageFileName: tarballPath(name, version),
    ...unasserted,
    licenseDeclared: declaredLicence(packageJson?.license),
    checksums: sha512Of(integrity),
    externalRefs: purl(npmPurl(name, version)),
    summary: oneLine(summary),
    comment: `tree digest ${treeDigest}; packages that are bundled into its files are not listed`,
  };
}

/** What package.json says, where it is a licence expression of SPDX; else NOASSERTION. */
export function declaredLicence(stated: string | undefined): string {
  if (stated === undefined) return 'NOASSERTION';
  try {
    parseExpression(stated);
    return stated;
  } catch (cause) {
    if (cause instanceof Error) return 'NOASSERTION';
    throw cause;
  }
}

const LockedPackages = z.object({
  packages: z.record(
    z.string(),
    z.object({ name: z.string().optional(), version: z.string(), integrity: z.string().optional() }),
  ),
});

/** The packages that an environment installs. Of a Python one with several files only the version is known. */
export function environmentPackages(pinned: PinnedEnvironment): SpdxPackage[] {
  if (pinned.kind === 'python')
    return pinned.requirements.map(({ name, version, hashes: [only, ...more] }) => {
      const plain = name.replace(/\[.*$/, '');
      const locator = `pkg:pypi/${plain.toLowerCase().replaceAll(/[-_.]+/g, '-')}@${encodeURIComponent(version)}`;
      return {
        SPDXID: spdxId('Package', locator),
        name: plain,
        versionInfo: version,
        ...unasserted,
        ...(only === undefined || more.length > 0
          ? {}
          : { checksums: [{ algorithm: 'SHA256' as const, checksumValue: only }] }),
        externalRefs: purl(locator),
      };
    });
  const { packages } = LockedPackages.parse(parseStrictJson(pinned.project.packageLock, 'package-lock.json'));
  return Object.entries(packages).flatMap(([place, { name, version, integrity }]) => {
    if (place === '') return [];
    const own = name ?? place.replace(/^.*node_modules\//, '');
    const locator = npmPurl(own, version);
    return {
      SPDXID: spdxId('Package', locator),
      name: own,
      versionInfo: version,
      ...unasserted,
      ...(integrity === undefined ? {} : { checksums: sha512Of(integrity as Integrity) }),
      externalRefs: purl(locator),
    };
  });
}
