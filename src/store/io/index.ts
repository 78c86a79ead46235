export { openStore, type Store } from './open-store.ts';
