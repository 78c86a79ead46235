// oclif.manifest.json, so that starting the program does not load every command.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Plugin } from '@oclif/core';

/** @param {string} root folder of the package */
export async function writeManifest(root) {
  const plugin = new Plugin({ root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true });
  await plugin.load();
  const manifest = `${JSON.stringify(plugin.manifest, undefined, 2)}\n`;
  await writeFile(path.join(root, 'oclif.manifest.json'), manifest);
}
