import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVerdaccio, type Verdaccio } from '../registry/npm/verdaccio.ts';
import { folderOf } from '../workflow/toolkit-folder.ts';
import { needsNamespaces, runOn, toolsListOn } from './offline.ts';
import { freshFolder, toolbase } from './toolbase.ts';

let verdaccio: Verdaccio;
beforeAll(async () => {
  verdaccio = await startVerdaccio();
});
afterAll(() => verdaccio.stop());

/** A toolkit folder with one operation that takes one mass. */
const toolkit = (
  name: string,
  version: string,
  given: { operation: string; mass: string; needs?: Record<string, string> },
): Promise<string> =>
  folderOf({
    'package.json': JSON.stringify({
      ...{ name, version, type: 'module', license: 'Apache-2.0' },
      toolkitDependencies: given.needs ?? {},
    }),
    'toolkit.yaml': [
      'formatVersion: 1',
      'kind: toolkit',
      `title: ${given.operation}`,
      'summary: For a story of many commands.',
      'host: { kind: node, entry: toolkit.mjs }',
      '',
    ].join('\n'),
    'toolkit.mjs': `import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';
export const toolkit = defineToolkit({
  operations: [
    defineOperation({
      name: '${given.operation}',
      description: 'Half of a mass, in GeV.',
      input: z.object({ ${given.mass}: z.number().min(0).describe('Mass, in GeV') }),
      output: z.object({ half_gev: z.number() }),
      effects: { deterministic: true },
      maxResultBytes: 100,
      run: (input) => ({ half_gev: input.${given.mass} / 2 }),
    }),
  ],
});
`,
  });

const spectra = (version: string, mass: string) =>
  toolkit('@lab/spectra', version, { operation: 'Spectrum', mass, needs: { '@lab/units': '^1' } });

/** A home whose settings name the server. */
async function home(): Promise<string> {
  const folder = await freshFolder();
  const settings = `formatVersion: 1\nregistries: {lab: {npm: "${verdaccio.address}"}}\nscopes: {"@lab": lab}\n`;
  writeFileSync(path.join(folder, 'settings.yaml'), settings);
  return folder;
}

/** Runs a command that has to end with this status; its result as data. */
async function does(folder: string, args: readonly string[], status = 0): Promise<Record<string, unknown>> {
  const ended = await toolbase(folder, [...args, '--json']);
  expect(ended.status, `${args.join(' ')}: ${ended.stdout}${ended.stderr}`).toBe(status);
  return JSON.parse(ended.stdout) as Record<string, unknown>;
}

const LOADOUT = `formatVersion: 1
title: Decays of the group
toolkits:
  # what the thesis uses
  "@lab/decays": "^1"
  "@lab/spectra": "^1"
`;

it('a loadout is published, locked, served, changed under, updated, exported and imported without a network', async (context) => {
  const [ann, bob] = [await home(), await home()];
  const login = ['login', '--user', 'ann', '--password-stdin', '--register', '--registry', 'lab'];
  expect(await toolbase(ann, login, { input: 'correct horse battery\n' })).toMatchObject({ status: 0 });

  // Ann publishes three toolkits that need each other.
  const needs = { '@lab/spectra': '^1', '@lab/units': '^1' };
  for (const folder of [
    await toolkit('@lab/units', '1.0.0', { operation: 'Unit', mass: 'mass_gev' }),
    await spectra('1.0.0', 'mass_gev'),
    await toolkit('@lab/decays', '1.0.0', { operation: 'Decay', mass: 'mass_gev', needs }),
  ])
    expect(await does(ann, ['publish', folder, '--registry', 'lab'])).toMatchObject({ outcome: 'published' });

  // Bob, who has no account, locks and serves them.
  writeFileSync(path.join(bob, 'group.yaml'), LOADOUT);
  expect(await does(bob, ['lock', 'group.yaml'])).toMatchObject({
    outcome: 'created',
    toolkits: 3,
    operations: 2,
  });
  await does(bob, ['install', 'group.lock']);
  const served = await toolsListOn({ home: bob, network: true }, 'group.lock');
  expect(served).toContain('spectra__Spectrum');
  expect(served).not.toContain('units__Unit');
  const call = ['call', 'group.lock', 'spectra__Spectrum', '--arguments'];
  expect(await does(bob, [...call, '{"mass_gev": 4}'])).toEqual({ half_gev: 2 });

  // Ann renames an argument under a minor step: refused, until she insists.
  const broken = await spectra('1.1.0', 'mother_mass_gev');
  expect(await does(ann, ['publish', broken, '--registry', 'lab'], 1)).toMatchObject({
    outcome: 'refused',
    refusals: ['break'],
  });
  expect(await does(bob, ['outdated', '--loadout', 'group.yaml'])).toMatchObject({ outdated: [] });
  expect((await toolbase(bob, ['update', '--loadout', 'group.yaml'])).stdout).toContain(
    '`toolbase outdated --loadout group.yaml` lists what its ranges do not take.',
  );
  const forced = ['publish', broken, '--registry', 'lab', '--allow-break'];
  expect(await does(ann, forced)).toMatchObject({ outcome: 'published' });

  // Nothing moved for Bob; he sees what there is, and what it would do to his callers.
  expect(await does(bob, ['lock', 'group.yaml', '--check'])).toMatchObject({ outcome: 'unchanged' });
  expect(await does(bob, ['outdated', '--loadout', 'group.yaml'], 1)).toMatchObject({
    outdated: [{ name: '@lab/spectra', current: '1.0.0', wanted: '1.1.0', latest: '1.1.0' }],
  });
  copyFileSync(path.join(bob, 'group.lock'), path.join(bob, 'before.lock'));
  await does(bob, ['update', '--loadout', 'group.yaml']);
  expect(readFileSync(path.join(bob, 'group.yaml'), 'utf8')).toBe(LOADOUT);
  expect(await does(bob, ['diff', 'before.lock', 'group.lock'], 1)).toMatchObject({
    differs: true,
    diff: {
      level: 'major',
      toolkits: [{ toolkit: '@lab/spectra', step: 'minor', deserved: 'major', bump: 'too small' }],
      operations: [{ name: 'spectra__Spectrum', change: 'changed', level: 'major' }],
    },
  });
  expect(await does(bob, ['diff', 'before.lock', 'before.lock'])).toMatchObject({ differs: false });
  await does(bob, ['install', 'group.lock']);
  expect(await does(bob, [...call, '{"mother_mass_gev": 4}'])).toEqual({ half_gev: 2 });

  // He hands it on.
  const exported = await does(bob, ['export', 'group.lock']);
  const listed = await toolsListOn({ home: bob, network: true }, 'group.lock');
  expect(listed).not.toBe(served);

  // Carol has the archive, an empty home and no network.
  needsNamespaces(context);
  const carol = { home: await freshFolder(), network: false };
  const archive = path.join(bob, 'group.loadout.tgz');
  const imported = await runOn(carol, ['import', archive, '--json']);
  expect(imported.status, imported.stdout + imported.stderr).toBe(0);
  const result = JSON.parse(imported.stdout) as { interfaceDigest: string; toSet: unknown[] };
  expect(result).toMatchObject({ interfaceDigest: exported['interfaceDigest'], toSet: [] });
  expect(existsSync(path.join(carol.home, 'group.yaml'))).toBe(true);
  expect(await toolsListOn(carol, 'group.lock')).toBe(listed);
  const called = await runOn(carol, [...call, '{"mother_mass_gev": 4}', '--json']);
  expect(JSON.parse(called.stdout)).toEqual({ half_gev: 2 });
  expect(await runOn(carol, ['verify', 'group.lock'])).toMatchObject({ status: 0 });
}, 300_000);
