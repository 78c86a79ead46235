import { loadoutPage, type PageContents } from './loadout-page.ts';

/** The page of a loadout archive. @param thin whether the toolkits are left out of it */
export const archiveReadme = (contents: PageContents, thin: boolean): string =>
  loadoutPage(contents, useOf(thin), [
    ['`loadout.yaml`, `loadout.lock`', 'what was asked for, and what that is exactly'],
    ...(thin ? [] : [['`toolkits/`', 'the packages, each with the integrity that the lock states'] as const]),
    [
      '`skills/`, `environments/`',
      'skills, and the files that pin environments, as they are inside the packages',
    ],
    ['`settings.template.yaml`', 'what can be set on a machine: names, types, help'],
    ['`sbom.spdx.json`', 'bill of materials, SPDX 2.3'],
    ['`archive.json`', 'the sha256 of every file'],
  ]);

const useOf = (thin: boolean): string[] => [
  'With toolbase installed, where `x.loadout.tgz` is this archive:',
  '',
  '```sh',
  'toolbase import x.loadout.tgz   # writes x.yaml and x.lock, installs the toolkits, says what is still to be set',
  'toolbase serve x.lock --workspace .',
  '```',
  '',
  thin
    ? 'The toolkits are not in the archive: they are fetched from your registries, and are the right ones or refused.'
    : '`toolbase serve x.loadout.tgz` does both. Neither asks a registry: the toolkits are in the archive.',
];
