import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A fresh folder that holds these files. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'toolkit-')));
  await writeFiles(folder, files);
  return folder;
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** The least files of a `node` toolkit; `more` adds to them or replaces them. */
export const nodeToolkit = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  'package.json': JSON.stringify({ name: '@lab/decays', version: '1.0.0', type: 'module' }),
  'toolkit.yaml': [
    'formatVersion: 1',
    'kind: toolkit',
    'title: Decays',
    'summary: Kinematics of decays.',
    'host: { kind: node, entry: src/toolkit.ts }',
    '',
  ].join('\n'),
  'src/toolkit.ts': [
    "import { defineOperation, defineToolkit } from 'toolbase/toolkit';",
    "import { z } from 'zod';",
    "import { half } from './half.ts';",
    '',
    'export const toolkit = defineToolkit({',
    '  operations: [',
    '    defineOperation({',
    "      name: 'BeamEnergy',",
    "      description: 'Energy of each of two equal daughters at rest, in GeV.',",
    "      input: z.object({ massGeV: z.number().min(0).describe('Mass of the parent in GeV') }),",
    '      output: z.object({ energyGeV: z.number() }),',
    '      effects: { deterministic: true },',
    '      maxResultBytes: 100,',
    '      run: ({ massGeV }) => ({ energyGeV: half(massGeV) }),',
    '    }),',
    '  ],',
    '});',
    '',
  ].join('\n'),
  'src/half.ts': 'export const half = (x: number): number => x / 2;\n',
  ...more,
});
