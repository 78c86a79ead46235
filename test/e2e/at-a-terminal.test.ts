import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { needsExternal } from '../external.ts';
import { freshFolder, PROGRAM, toolbase } from './toolbase.ts';

let home: string;
beforeAll(async () => {
  home = await freshFolder();
});

/** What a command shows on a terminal of 80 columns, whose input ends at once. */
const shown = (args: readonly string[]): string =>
  execFileSync(
    'script',
    [
      '-qc',
      `stty cols 80; ${[process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ')}`,
      '/dev/null',
    ],
    {
      encoding: 'utf8',
      input: '',
      env: { PATH: process.env['PATH'] ?? '', HOME: home, TOOLBASE_HOME: home, TERM: 'dumb', NO_COLOR: '1' },
    },
  );

describe('on a terminal', () => {
  it('an error fits the lines, broken at words', (context) => {
    needsExternal(context, 'script (bsdutils)', spawnSync('script', ['--version']).status === 0);
    const lines = shown(['attach', 'codex', 'x.lock', '--scope', 'of-my-user-and-of-nobody-else-here'])
      .split(/\r?\n/)
      .map((line) => line.replace('\u001b[2K', ''));
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(
      'Expected --scope=of-my-user-and-of-nobody-else-here to be one of: project, user',
    );
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('serve says what it is, and nothing where an agent program has started it', async (context) => {
    needsExternal(context, 'script (bsdutils)', spawnSync('script', ['--version']).status === 0);
    const loadout = path.join(home, 'none.yaml');
    const lock = path.join(home, 'none.lock');
    await writeFile(loadout, 'formatVersion: 1\ntoolkits: {}\n');
    expect((await toolbase(home, ['lock', loadout])).status).toBe(0);
    expect(shown(['serve', lock])).toContain('an agent program starts this command by itself');
    expect((await toolbase(home, ['serve', lock])).stderr).toBe('');
  });
});
