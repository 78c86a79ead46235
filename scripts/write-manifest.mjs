// Writes oclif.manifest.json, so that starting the program does not load every command.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Plugin } from '@oclif/core';

const root = path.resolve(import.meta.dirname, '..');
const plugin = new Plugin({ root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true });
await plugin.load();
await writeFile(path.join(root, 'oclif.manifest.json'), `${JSON.stringify(plugin.manifest, undefined, 2)}\n`);
