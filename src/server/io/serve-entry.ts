import { config } from 'zod';
import { serveMain } from './serve-main.ts';

// The bundle dist/serve.js, run by bin/run.js: `node run.js serve <lock> …`.
config({ jitless: true });
await serveMain(process.argv.slice(3));
