export { readLoadout, readLoadoutText } from './read-loadout.ts';
