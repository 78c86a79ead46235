// A lock of many toolkits, each in the store: for how long a server with a long list takes to start, and for calls of
// different toolkits at the same time.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { buildLock } from '../dist/lockfile/index.js';
import { writeLock } from '../dist/lockfile/io/index.js';
import { integrityOf } from '../dist/kernel/index.js';
import { treeDigest } from '../dist/store/index.js';
import { openStore } from '../dist/store/io/index.js';
import { benchManifest } from './install-toolkit.mjs';

/** Every operation repeats, or takes a second when the message is `sleep`. */
const entryOf = (/** @type {number} */ operations) => `
import { z } from 'zod';
import { defineOperation, defineToolkit } from './src/toolkit.ts';
const input = z.strictObject({ message: z.string().max(2000), times: z.number().int().min(1).max(9).default(1) });
const output = z.strictObject({ message: z.string() });
const run = async ({ message, times }) => {
  if (message === 'sleep') await new Promise((resolve) => setTimeout(resolve, 1000));
  return { message: message.repeat(times) };
};
export const toolkit = defineToolkit({
  operations: Array.from({ length: ${operations} }, (_, at) =>
    defineOperation({ name: 'Echo' + at, description: 'Repeats.', input, output, run })),
});`;

/** @param {string} root of the package @param {string} home @param {number} toolkits @param {number} operations of each
 * @returns path of the lock; the toolkits are bench0, bench1, ... with the operations Echo0, Echo1, ... */
export async function lockManyToolkits(root, home, toolkits, operations) {
  const { outputFiles } = await build({
    stdin: { contents: entryOf(operations), resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const store = openStore(path.join(home, 'store'));
  const sources = [];
  for (let at = 0; at < toolkits; at += 1) {
    const manifest = benchManifest(`bench${at}`, operations);
    const tree = [
      { path: 'host.mjs', mode: 0o644, bytes: Buffer.from(outputFiles[0].contents) },
      { path: 'toolkit.json', mode: 0o644, bytes: Buffer.from(JSON.stringify(manifest)) },
    ];
    const digest = treeDigest(tree);
    await store.put(tree, digest);
    sources.push({
      registry: 'bench',
      integrity: integrityOf(Buffer.from(digest)),
      treeDigest: digest,
      manifest,
    });
  }
  const wanted = Object.fromEntries(sources.map(({ manifest }) => [manifest.name, { version: '^1.0.0' }]));
  const file = path.join(home, 'many', 'many.lock');
  await mkdir(path.dirname(file), { recursive: true });
  await writeLock(file, buildLock({ formatVersion: 1, toolkits: wanted }, sources));
  return file;
}
