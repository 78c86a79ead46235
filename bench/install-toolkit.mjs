// A toolkit of 40 operations, bundled, put into the store of a fresh home and locked: through the built modules.
import { mkdtempSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { buildLock } from '../dist/lockfile/index.js';
import { writeLock } from '../dist/lockfile/io/index.js';
import { integrityOf } from '../dist/kernel/index.js';
import { treeDigest } from '../dist/store/index.js';
import { openStore } from '../dist/store/io/index.js';

const ENTRY = `
import { z } from 'zod';
import { defineOperation, defineToolkit } from './src/toolkit.ts';
const input = z.strictObject({ message: z.string().max(2000), times: z.number().int().min(1).max(9).default(1) });
const output = z.strictObject({ message: z.string() });
const run = ({ message, times }) => ({ message: message.repeat(times) });
const wait = () => new Promise((resolve) => setTimeout(resolve, 600000));
const names = ['Wait', ...Array.from({ length: 39 }, (_, at) => 'Echo' + at)];
export const toolkit = defineToolkit({
  operations: names.map((name) =>
    defineOperation({ name, description: 'Repeats.', input, output, run: name === 'Wait' ? wait : run })),
});`;

const text = (description) => ({ type: 'string', description });

const operation = (name) => ({
  name,
  description: `Computes ${name} from a message: repeats it, which is as cheap as a computation can be.`,
  inputSchema: {
    type: 'object',
    properties: {
      message: text('What to repeat, at most 2000 characters.'),
      times: { type: 'integer', minimum: 1, maximum: 9, default: 1, description: 'How often, 1 to 9.' },
    },
    required: ['message'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { message: text('The repeated message.') },
    required: ['message'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  effects: { reads: [], writes: [], deterministic: true },
  maxResultBytes: 8192,
});

export const temporaryFolder = () => realpathSync(mkdtempSync(path.join(os.tmpdir(), 'toolbase-bench-')));

const echoes = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => `Echo${at}`);

/** A toolkit.json with some operations. @param {string} name @param {number} count */
export const benchManifest = (name, count) => ({
  formatVersion: 1,
  kind: 'toolkit',
  name,
  version: '1.0.0',
  title: 'Bench',
  summary: 'For measurements.',
  host: { kind: 'node', entry: 'host.mjs' },
  operations: echoes(count).map(operation),
  bundles: {},
  skills: [],
  settings: {},
  externals: {},
  environments: {},
  toolkitDependencies: {},
});

/** @param {string} root folder of the package */
export async function installToolkit(root) {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const manifest = { ...benchManifest('bench', 39), operations: ['Wait', ...echoes(39)].map(operation) };
  const tree = [
    { path: 'host.mjs', mode: 0o644, bytes: Buffer.from(outputFiles[0].contents) },
    { path: 'toolkit.json', mode: 0o644, bytes: Buffer.from(JSON.stringify(manifest)) },
  ];
  const home = temporaryFolder();
  const store = openStore(path.join(home, 'store'));
  const digest = treeDigest(tree);
  await store.put(tree, digest);
  const integrity = integrityOf(Buffer.from(digest));
  const lock = buildLock({ formatVersion: 1, toolkits: { bench: { version: '^1.0.0' } } }, [
    { registry: 'bench', integrity, treeDigest: digest, manifest },
  ]);
  const lockFile = path.join(home, 'bench.lock');
  await writeLock(lockFile, lock);
  return { home, lockFile, entry: path.join(store.pathOf(digest), 'host.mjs') };
}
