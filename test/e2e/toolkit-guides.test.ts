import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { needsExternal } from '../external.ts';
import { realPython } from '../store/environments/local-packages.ts';
import { guideScripts, programFolder } from './guide.ts';
import { freshFolder } from './toolbase.ts';

/** Runs all commands of a guide, as they are written, in an empty folder of a new user. */
async function follow(guide: string): Promise<{ folder: string; status: number | null; output: string }> {
  const home = await freshFolder();
  const folder = path.join(home, 'work');
  await mkdir(folder);
  const scripts = [...guideScripts(guide).values()].flat();
  const child = spawn('bash', ['-euo', 'pipefail', '-c', scripts.join('\n')], {
    cwd: folder,
    env: {
      PATH: `${programFolder(home)}:${process.env['PATH'] ?? ''}`,
      HOME: home,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { folder, status, output };
}

// c tau of the muon is 658.638 m (PDG 2024), and p/m is 1 / 0.1056583755: 6233.66 m.
const MUON = /: 6233\.6[56]\d*/;

describe('the guides for writing toolkits', () => {
  it('lead from an empty folder to a served toolkit in TypeScript', async () => {
    const { folder, status, output } = await follow('toolkit-typescript');
    expect(status, output).toBe(0);
    expect(output).toMatch(MUON);
    expect(output).toContain('relativity__DecayLength');
    expect(output).toContain('0 errors, 0 warnings');
    expect(await readFile(path.join(folder, 'mine.lock'), 'utf8')).toContain('"version": "0.1.1"');
  });

  it('lead from an empty folder to a served toolkit in Python', async (context) => {
    needsExternal(context, 'python3 with venv and pip', realPython() !== undefined);
    const { folder, status, output } = await follow('toolkit-python');
    needsExternal(context, 'the package index', status === 0 || !output.includes('ENVIRONMENT_FAILED'));
    expect(status, output).toBe(0);
    expect(output).toMatch(MUON);
    expect(output).toContain('0 errors, 0 warnings');
    expect(await readdir(folder)).toContain('mine.lock');
  }, 240_000);
});
