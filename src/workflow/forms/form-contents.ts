import type { TreeEntry } from '../../store/index.ts';
import { type ArchivedToolkit, declaredLicence, type PageContents } from '../archive/index.ts';

/** What the forms for particular clients are made of. */
export interface FormContents extends PageContents {
  /** Of the lockfile without its ending. */
  readonly name: string;
  /** The loadout archive, with all toolkits. */
  readonly archive: Uint8Array;
  /** Files of this program that serve an archive, below one folder: `serve-archive.js` is what is started. */
  readonly program: readonly TreeEntry[];
  /** SPDX expression of this program's own licence. */
  readonly programLicence: string;
  /** Of the lock. */
  readonly toolkits: readonly ArchivedToolkit[];
}

/** Where the archive and the program are in a bundle or plugin. */
export const FORM_PATHS = { archive: 'loadout.tgz', server: 'server/serve-archive.js' } as const;

/** The files that every self-contained form has. */
export const commonEntries = ({ archive, program }: FormContents): TreeEntry[] => [
  { path: FORM_PATHS.archive, mode: 0o644, bytes: archive },
  ...program.map((entry) => ({ ...entry, path: `server/${entry.path}` })),
];

/** Who made a form: the formats ask for somebody. */
export const AUTHOR = { name: 'toolbase export' } as const;

export const textEntry = (path: string, text: string): TreeEntry => ({
  path,
  mode: 0o644,
  bytes: Buffer.from(text),
});

export const jsonEntry = (path: string, value: object): TreeEntry =>
  textEntry(path, `${JSON.stringify(value, undefined, 2)}\n`);

/** A name that clients take: lower-case letters, digits and single hyphens. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'loadout';

/** A loadout has no version of its own: the first digits of the lock's digest tell two apart. */
export const versionOf = ({ lock }: FormContents): string =>
  `1.0.0+${lock.lockDigest.slice('sha256:'.length, 'sha256:'.length + 12)}`;

/** The licences of all that is in a form, as one SPDX expression; undefined when a toolkit does not declare one. */
export function licenceOf({ programLicence, toolkits }: FormContents): string | undefined {
  const declared = toolkits.map(({ packageJson }) => declaredLicence(packageJson?.license));
  if (declared.includes('NOASSERTION')) return undefined;
  const parts = [...new Set([programLicence, ...declared])];
  return parts.length === 1 ? programLicence : parts.map((part) => `(${part})`).join(' AND ');
}
