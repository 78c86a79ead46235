export { createSession, type Session, type SessionParts } from './create-session.ts';
export { openSession, type SessionOptions } from './open-session.ts';
export { serveMain } from './serve-main.ts';
