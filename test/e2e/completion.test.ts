import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder, toolbase } from './toolbase.ts';

let folder: string;
beforeAll(async () => {
  folder = await freshFolder();
});

const scriptOf = async (shell: string): Promise<string> => {
  const { stdout, status } = await toolbase(folder, ['completion', shell]);
  expect(status).toBe(0);
  const file = path.join(folder, `completion.${shell}`);
  writeFileSync(file, stdout);
  return file;
};

/** What bash offers for the last of the words. */
function offered(file: string, ...words: string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(' ');
  const script = `source '${file}'; COMP_WORDS=(toolbase ${line}); COMP_CWORD=${words.length}; _toolbase; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
    .split('\n')
    .filter((each) => each !== '');
}

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
};

describe('completion', () => {
  it('in bash offers commands, their parts, and the flags of the command that is written', async () => {
    const file = await scriptOf('bash');
    expect(offered(file, 'lo')).toEqual(['lock', 'login', 'logout']);
    expect(offered(file, 'settings', 'g')).toEqual(['get']);
    expect(offered(file, 'lint', '--fail')).toEqual(['--fail-on']);
    expect(offered(file, 'lint', 'my-toolkit', '--js')).toEqual(['--json']);
    expect(offered(file, 'settings', 'get', '--js')).toEqual(['--json']);
    expect(offered(file, 'lint', 'x')).toEqual([]);
    expect(offered(file, 'nothing', '--x')).toEqual([]);
  });

  it.each(['zsh', 'fish'])('in %s is a script that the shell takes', async (shell) => {
    const file = await scriptOf(shell);
    if (has(shell)) execFileSync(shell, [...(shell === 'zsh' ? ['-f'] : []), '-n', file]);
    else expect(execFileSync('cat', [file], { encoding: 'utf8' })).toContain('fail-on');
  });

  it('of another shell is refused', async () => {
    const { status, stderr } = await toolbase(folder, ['completion', 'tcsh']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  });
});
