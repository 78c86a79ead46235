import { config } from 'zod';
import { serveMain } from './serve-main.ts';

// The bundle dist/serve.js, run by bin/run.js: `node run.js serve <lock> …`.
// Most schemas are used once or never: compiling each costs more than it saves.
config({ jitless: true });
await serveMain(process.argv.slice(3));
