import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { needsExternal } from '../external.ts';
import { realPython, writeWheel } from '../store/environments/local-packages.ts';
import { guideScripts, programFolder } from './guide.ts';
import { needsNamespaces, runOn, toolsListOn } from './offline.ts';
import { freshFolder, toolbase } from './toolbase.ts';

/** Runs the commands of a guide in a home of their own. */
async function follow(
  home: string,
  scripts: readonly string[],
  given: { network: boolean; env?: Record<string, string> },
): Promise<string> {
  const command = ['bash', '-euo', 'pipefail', '-c', scripts.join('\n')];
  const env = { PATH: `${programFolder(home)}:${process.env['PATH'] ?? ''}`, ...given.env };
  const wrapped = given.network ? command : ['unshare', '--map-root-user', '--net', ...command];
  const ended = await runOn({ home, network: true }, [], env, wrapped);
  expect(ended.status, ended.stdout + ended.stderr).toBe(0);
  return ended.stdout;
}

const TELLS = `import { execFileSync } from 'node:child_process';
import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';
export const toolkit = defineToolkit({
  operations: [
    defineOperation({
      name: 'Spin',
      description: 'Spin of the electron, in units of hbar.',
      input: z.object({}),
      output: z.object({ spin: z.string() }),
      run: (_input, context) => ({
        spin: execFileSync(context.environment('py').python, ['-c', 'import spin; print(spin.OF)'], {
          encoding: 'utf8',
        }).trim(),
      }),
    }),
  ],
});
`;

/** A home with `group.lock`, of a toolkit with a Python environment. @param hash of the one wheel that it needs */
async function lockedGroup(hash: string): Promise<string> {
  const home = await freshFolder();
  const files: Record<string, string> = {
    'tells/package.json': JSON.stringify({ name: 'tells', version: '1.0.0', type: 'module' }),
    'tells/toolkit.yaml': [
      'formatVersion: 1',
      'kind: toolkit',
      'title: Tells',
      'summary: A node toolkit that runs Python.',
      'host: {kind: node, entry: toolkit.mjs}',
      'environments:',
      '  py: {kind: python, requirements: requirements.txt, python: ">=3.8"}',
      '',
    ].join('\n'),
    'tells/requirements.txt': `spin==1.0 --hash=sha256:${hash}\n`,
    'tells/toolkit.mjs': TELLS,
    'group.yaml': 'formatVersion: 1\ntoolkits: {tells: "1"}\n',
  };
  mkdirSync(path.join(home, 'tells'));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(home, file), text);
  for (const args of [
    ['publish', 'tells'],
    ['lock', 'group.yaml'],
  ])
    expect(await toolbase(home, args)).toMatchObject({ status: 0 });
  return home;
}

/** Environments are built, by whatever installer is there. */
const LIMIT_MS = 240_000;

describe('the guide', { timeout: LIMIT_MS }, () => {
  it('to sharing a loadout works as it is written', async () => {
    const home = await freshFolder();
    const scripts = [...guideScripts('sharing-a-loadout').values()].flat();
    expect(scripts.length).toBeGreaterThanOrEqual(9);
    const said = await follow(home, scripts, { network: true });
    expect(said).toContain('symbolic__ComputeDecayRate');
    expect(said).toContain('"mcpServers"');
    for (const file of ['other/decays.lock', 'thin/decays.lock', 'decays.mcpb', 'decays-plugin/.mcp.json'])
      expect(existsSync(path.join(home, file)), file).toBe(true);
    expect(readFileSync(path.join(home, 'other/decays.lock'), 'utf8')).toBe(
      readFileSync(path.join(home, 'decays.lock'), 'utf8'),
    );
  });

  it('to an air-gapped machine works as it is written, without a network on that machine', async (context) => {
    needsExternal(context, 'python3 with venv and pip', realPython() !== undefined);
    needsNamespaces(context);
    const index = await freshFolder();
    const hash = writeWheel(index, 'spin', '1.0', { 'spin.py': 'OF = 0.5\n' });
    const home = await lockedGroup(hash);
    const [connected = [], gapped = [], [exportPlugin = '', start = ''] = []] =
      guideScripts('air-gapped').values();
    const env = { PIP_FIND_LINKS: index, PIP_NO_INDEX: '1' };
    await follow(home, [...connected, exportPlugin], { network: true, env });

    const other = await freshFolder();
    cpSync(path.join(home, 'carry'), path.join(other, 'carry'), { recursive: true });
    renameSync(home, `${home}-gone`);
    renameSync(index, `${index}-gone`);
    const said = await follow(other, [...gapped, 'toolbase call group.lock tells__Spin', start], {
      network: false,
    });
    expect(said).toContain('0.5');
    expect(await toolsListOn({ home: other, network: false }, 'group.lock')).toContain('tells__Spin');
  });

  it('to an air-gapped machine says what remains when the wheels were left behind', async (context) => {
    needsExternal(context, 'python3 with venv and pip', realPython() !== undefined);
    const index = await freshFolder();
    const home = await lockedGroup(writeWheel(index, 'spin', '1.0', { 'spin.py': 'OF = 0.5\n' }));
    await toolbase(home, ['export', 'group.lock']);
    const other = await freshFolder();
    const env = { PIP_NO_INDEX: '1', UV_OFFLINE: '1' };
    const ended = await toolbase(other, ['import', path.join(home, 'group.loadout.tgz')], { env });
    expect(ended.status).toBe(3);
    expect(ended.stderr).toContain('ENVIRONMENT_FAILED');
    expect(ended.stderr).toContain('toolbase install group.lock');
    expect(existsSync(path.join(other, 'group.lock'))).toBe(true);
    const later = await toolbase(other, ['install', 'group.lock'], {
      env: { ...env, PIP_FIND_LINKS: index, UV_FIND_LINKS: index },
    });
    expect(later.stdout).toContain('tells 1.0.0 already there\n  python environment py built\n');
  });
});
