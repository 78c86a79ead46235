// oclif.manifest.json, so that starting the program does not load every command.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Plugin } from '@oclif/core';

/** @param {string} root folder of the package */
export async function writeManifest(root) {
  const plugin = new Plugin({ root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true });
  await plugin.load();
  // Folders are read in the order of the file system, which differs between machines.
  const commands = Object.entries(plugin.manifest.commands).sort(([a], [b]) => (a < b ? -1 : 1));
  const manifest = { ...plugin.manifest, commands: Object.fromEntries(commands) };
  await writeFile(path.join(root, 'oclif.manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
