export { decodeLoadout, decodeLoadoutFile } from './decode-loadout.ts';
export { editLoadout, type LoadoutEdit } from './edit-loadout.ts';
export { Loadout, type ToolkitRequest, TreePath } from './loadout.ts';
export { type JobNames, jobNames } from './job-names.ts';
export { loadoutFormats } from './loadout-file.ts';
export { checkUniqueNames, type SelectedOperation, selectOperations } from './select-operations.ts';
export { aliasOf } from './exposed-name.ts';
