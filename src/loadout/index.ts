export { Loadout, ToolkitRequest } from './loadout.ts';
