// Builds dist/: the compiled modules, the host runner and the one bundle of `serve`, the embedded registry, the
// command manifest and the JSON Schemas of the persisted formats.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundle } from './bundle.mjs';

const root = path.resolve(import.meta.dirname, '..');

const { status } = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
if (status !== 0) process.exit(1);

await bundle(root);
// What only the next build reads is no part of the package.
await writeFile(path.join(root, 'dist', '.npmignore'), '/.toolbase-build\n/.tsbuildinfo\n');

const { embedToolkits } = await import('./embed-toolkits.mjs');
const { writeManifest } = await import('./write-manifest.mjs');
const { writeSchemas } = await import('./write-schemas.mjs');
await embedToolkits(root);
await writeSchemas(root);
await writeManifest(root);
