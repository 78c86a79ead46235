import { config } from 'zod';
import { serveMain } from '../server/io/index.ts';
import { openServed } from './open-served.ts';

// The bundle dist/serve-archive.js: run by bin/run.js as `node run.js serve <archive> …`, and by itself, from a bundle
// or plugin that carries it, as `node serve-archive.js <archive> …`.
config({ jitless: true });
// Programs that fill in ${user_config.name} leave it as it is where the user gave nothing.
for (const [name, value] of Object.entries(process.env))
  if (name.startsWith('TOOLBASE_') && /^\$\{[^}]*\}$/.test(value ?? ''))
    Reflect.deleteProperty(process.env, name);
const [first, ...rest] = process.argv.slice(2);
await serveMain(first === 'serve' ? rest : [first, ...rest].filter((word) => word !== undefined), openServed);
