import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ToolkitManifest } from '../../src/manifest/index.ts';
import { readTarball } from '../../src/store/index.ts';
import { pack, type PackHosts } from '../../src/workflow/io/index.ts';
import { folderOf } from './toolkit-folder.ts';

const NOBODY: PackHosts = {
  describeNode: () => Promise.reject(new Error('nothing is run')),
  describeMcp: () => Promise.reject(new Error('nothing is run')),
};

const source = (operation: string, command = '${toolkit}/bin/spectra'): string => `formatVersion: 1
kind: toolkit
title: Spectra
summary: Spectra of decays.
host: { kind: exec, command: "${command}", network: true }
operations:
  Spectrum:
${operation}
`;

const SOUND = `    description: Photon spectrum.
    input:
      type: object
      properties: { massGeV: { type: number, exclusiveMinimum: 0 }, file: { type: string } }
      required: [massGeV]
    output: { type: object, properties: { rows: { type: integer } }, required: [rows], additionalProperties: false }
    effects: { writes: [file], long: true }
    maxResultBytes: 400
    limits: { wallMs: 60000, concurrency: 2 }`;

async function packed(yaml: string) {
  const dir = await folderOf({
    'package.json': JSON.stringify({ name: '@lab/spectra', version: '1.0.0', files: ['bin'] }),
    'toolkit.yaml': yaml,
    'bin/spectra': '#!/bin/sh\n',
  });
  await chmod(path.join(dir, 'bin/spectra'), 0o755);
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'packed-'));
  return pack({ dir, outDir }, NOBODY);
}

test('a program for each call is packed with the operations that toolkit.yaml declares, and is not run', async () => {
  const { file } = await packed(source(SOUND));
  const entries = readTarball(await readFile(file), 'x.tgz');
  expect(entries.find((entry) => entry.path === 'bin/spectra')?.mode).toBe(0o755);
  const text = entries.find((entry) => entry.path === 'toolkit.json')?.bytes ?? Buffer.from('');
  const manifest = ToolkitManifest.parse(JSON.parse(Buffer.from(text).toString('utf8')));
  expect(manifest.host).toEqual({
    kind: 'exec',
    command: '${toolkit}/bin/spectra',
    args: [],
    env: {},
    network: true,
  });
  expect(manifest.operations).toMatchObject([
    {
      name: 'Spectrum',
      inputSchema: { properties: { massGeV: { type: 'number' } }, additionalProperties: false },
      outputSchema: { properties: { rows: { type: 'integer' } } },
      annotations: { readOnlyHint: false },
      effects: { writes: ['file'], long: true },
      limits: { wallMs: 60000, concurrency: 2 },
    },
  ]);
});

test.each([
  ['no input', '    description: Photon spectrum.', 'has no input'],
  ['no description', '    input: { type: object, properties: {} }', 'its description is empty'],
  ['another name', `${SOUND}\n    name: Other`, 'has omit or name'],
  ['a limit of nothing', SOUND.replace('60000', '0'), 'wallMs'],
])('an operation with %s is refused', async (_what, operation, message) => {
  await expect(packed(source(operation))).rejects.toMatchObject({
    code: 'BAD_MANIFEST',
    message: expect.stringContaining(message) as unknown,
  });
});

test.each([
  ['${toolkit}/bin/absent', 'names what is not packed: bin/absent'],
  ['${toolkit}/../evil', 'host'],
  ['/bin/sh', 'host'],
  ['${external.form}', 'is not declared'],
])('the program %s is refused', async (command, message) => {
  await expect(packed(source(SOUND, command))).rejects.toMatchObject({
    code: 'BAD_MANIFEST',
    message: expect.stringContaining(message) as unknown,
  });
});
