export { createChangingSession } from './changing-session.ts';
export { createSession } from './create-session.ts';
export { openSession } from './open-session.ts';
export { serveDevelopment } from './serve-development.ts';
export { serveMain } from './serve-main.ts';
export type { Session } from './session.ts';
