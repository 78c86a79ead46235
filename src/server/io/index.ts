export { createChangingSession } from './changing-session.ts';
export { createSession } from './create-session.ts';
export { openSession, resultsFolder } from './open-session.ts';
export { replayCalls } from './replay-calls.ts';
export { type CacheFile, openResultCache } from './result-cache.ts';
export { serveDevelopment } from './serve-development.ts';
export { serveMain } from './serve-main.ts';
export type { Session } from './session.ts';
