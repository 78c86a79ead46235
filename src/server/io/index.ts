export { openSession } from './open-session.ts';
export { serveMain } from './serve-main.ts';
export type { Session } from './session.ts';
