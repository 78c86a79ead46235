export { archivedToolkit, type ArchivedToolkit } from './archived-toolkit.ts';
export { archiveFormats } from './archive-manifest.ts';
export { buildArchive } from './build-archive.ts';
export { loadoutPage, type PageContents } from './loadout-page.ts';
export { standaloneText } from './loadout-text.ts';
export {
  installWords,
  isSensitive,
  type MachineNeeds,
  machineNeeds,
  mustBeSet,
  settingWords,
} from './machine-needs.ts';
export { oneLine } from './one-line.ts';
export { ARCHIVE_MAX_BYTES, openArchive, type OpenedArchive } from './open-archive.ts';
export { declaredLicence } from './spdx-package.ts';
