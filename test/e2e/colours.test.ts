import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { needsExternal } from '../external.ts';
import { freshFolder, LOCK, PROGRAM, toolbase } from './toolbase.ts';

const ESCAPE = '\u001b';
const BOLD_HEADING = `${ESCAPE}[1mUSAGE${ESCAPE}[22m`;

let home: string;
beforeAll(async () => {
  home = await freshFolder();
});

/** What a command prints on a terminal. */
const onTerminal = (args: readonly string[], env: Record<string, string>): string =>
  execFileSync(
    'script',
    ['-qec', [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' '), '/dev/null'],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: home, TOOLBASE_HOME: home, TERM: 'xterm', ...env },
    },
  );

describe('help', () => {
  it('has bold headings on a terminal, and none where NO_COLOR is set', (context) => {
    needsExternal(context, 'script (bsdutils)', spawnSync('script', ['--version']).status === 0);
    expect(onTerminal(['lint', '--help'], {})).toContain(BOLD_HEADING);
    expect(onTerminal(['lint', '--help'], { NO_COLOR: '1' })).not.toContain(ESCAPE);
  });

  it('has none in a file or a pipe, unless FORCE_COLOR asks for them', async () => {
    expect((await toolbase(home, ['lint', '--help'])).stdout).not.toContain(ESCAPE);
    const forced = await toolbase(home, ['lint', '--help'], { env: { FORCE_COLOR: '1' } });
    expect(forced.stdout).toContain(BOLD_HEADING);
  });
});

describe('what a command prints', () => {
  it.each([
    ['a table', ['list', LOCK]],
    ['JSON', ['list', LOCK, '--json']],
    ['an error', ['list', 'nothing.lock']],
    ['an error as JSON', ['list', 'nothing.lock', '--json']],
  ])('is plain text with FORCE_COLOR too: %s', async (_what, args) => {
    const { stdout, stderr } = await toolbase(home, args, { env: { FORCE_COLOR: '1' } });
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toContain(ESCAPE);
  });
});
