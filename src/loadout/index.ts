export { decodeLoadout } from './decode-loadout.ts';
export { Loadout, loadoutFormats } from './loadout.ts';
export { checkUniqueNames, type SelectedOperation, selectOperations } from './select-operations.ts';
