import { existsSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder, PROGRAM, ROOT } from './toolbase.ts';

/** The indented command blocks of a section, heredocs and all, as one script. */
function commandsOf(markdown: string, heading: string): string {
  const section = markdown.split(`## ${heading}\n`)[1]?.split(/\n## /)[0] ?? '';
  return section
    .replaceAll(/```[\s\S]*?```/g, '')
    .split('\n')
    .filter((line) => line.startsWith('    '))
    .map((line) => line.slice(4))
    .join('\n');
}

describe('the README', () => {
  it('gives commands for the first ten minutes that work as they are written', async () => {
    const text = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const commands = commandsOf(text, 'The first ten minutes');
    expect(commands.match(/^node bin\/run\.js/gm)?.length).toBeGreaterThanOrEqual(9);
    const folder = await freshFolder();
    for (const part of ['loadouts', 'benchmarks', 'docs/examples'])
      await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true });
    await mkdir(path.join(folder, 'home'));
    const script = `set -e\n${commands.replaceAll('node bin/run.js', `"${process.execPath}" "${PROGRAM}"`)}\n`;
    const child = spawn('bash', ['-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: path.join(folder, 'home') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status, output).toBe(0);
    expect(output).toContain('domain                        3      3     0     1.0000       3/3');
    expect(output).toContain('0.00558324');
  });

  it('names files that exist', async () => {
    const text = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !link.includes(':'));
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(existsSync(path.join(ROOT, link)), link).toBe(true);
  });
});
