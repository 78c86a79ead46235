import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from '@decimalturn/toml-patch';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, freshFolder, toolbase } from './toolbase.ts';

const FILES = {
  'package.json': JSON.stringify({ name: '@lab/grid', version: '1.0.0', type: 'module' }),
  'toolkit.yaml': `formatVersion: 1
kind: toolkit
title: Grid
summary: Counts cells.
host: {kind: node, entry: src/toolkit.ts}
skills: [skills/count-cells]
settings:
  api_key: {type: string, title: Key, sensitive: true}
`,
  'skills/count-cells/SKILL.md':
    '---\nname: count-cells\ndescription: How to count cells. # keep\n---\n\nCount them.\n',
  'skills/count-cells/notes/more.md': 'More.\n',
  'src/toolkit.ts': `import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';
export const toolkit = defineToolkit({
  operations: [
    defineOperation({
      name: 'Count',
      description: 'Counts the cells of a grid.',
      input: z.object({ n: z.int().describe('Cells along one side.') }),
      output: z.object({ count: z.int() }),
      run: ({ n }) => ({ count: n * n }),
    }),
  ],
});
`,
};

let home: string;
let project: string;
let lock: string;
beforeAll(async () => {
  home = await freshFolder();
  project = path.join(home, 'project');
  await mkdir(project);
  for (const [file, text] of Object.entries(FILES)) {
    const target = path.join(home, 'grid', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  lock = path.join(project, 'grid.lock');
  await writeFile(path.join(project, 'grid.yaml'), 'formatVersion: 1\ntoolkits: {"@lab/grid": "1"}\n');
  for (const args of [
    ['publish', path.join(home, 'grid')],
    ['lock', path.join(project, 'grid.yaml')],
    ['install', lock],
  ])
    expect((await toolbase(home, args)).status).toBe(0);
});

const run = (...args: string[]) => toolbase(home, [...args, '--project', project]);

describe('attach and detach from the shell', () => {
  it('writes server and skill, says so, changes nothing the second time, and takes back all of it', async () => {
    const file = path.join(project, '.codex', 'config.toml');
    await mkdir(path.dirname(file));
    await writeFile(file, 'model = "m" # fast\n');
    await chmod(file, 0o600);
    const first = await run('attach', 'codex', lock);
    expect(first.status, first.stderr).toBe(0);
    expect(first.stdout).toContain(`${file}: toolbase attached`);
    const text = await readFile(file, 'utf8');
    expect(text.startsWith('model = "m" # fast\n\n[mcp_servers.toolbase]\n')).toBe(true);
    expect(parse(text)).toMatchObject({
      mcp_servers: { toolbase: { command: process.execPath, required: true, tool_timeout_sec: 3600 } },
    });
    expect(text).toContain(JSON.stringify(lock));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const skill = path.join(project, '.agents', 'skills', 'lab-grid-count-cells');
    expect(await readFile(path.join(skill, 'SKILL.md'), 'utf8')).toBe(
      '---\nname: lab-grid-count-cells\ndescription: How to count cells. # keep\n---\n\nCount them.\n',
    );
    expect(await readFile(path.join(skill, 'notes', 'more.md'), 'utf8')).toBe('More.\n');
    const second = await run('attach', 'codex', lock, '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ done: 'unchanged', change: '' });
    expect(await readFile(file, 'utf8')).toBe(text);
    const back = await run('detach', 'codex');
    expect(back.stdout).toContain('toolbase detached');
    expect(await readFile(file, 'utf8')).toBe('model = "m" # fast\n');
    expect(await readdir(path.join(project, '.agents', 'skills'))).toEqual([]);
    expect((await run('detach', 'codex')).stdout).toContain('nothing to do');
  });

  it('removes a file that only attach had made, and writes nothing with --dry-run', async () => {
    const dry = await run('attach', 'claude-code', lock, '--dry-run');
    expect(dry.stdout).toContain('would be attached; nothing was written');
    expect(dry.stdout).toContain('+   "mcpServers": {');
    expect(await readdir(project)).not.toContain('.mcp.json');
    expect((await run('attach', 'claude-code', lock)).status).toBe(0);
    const written = JSON.parse(await readFile(path.join(project, '.mcp.json'), 'utf8')) as {
      mcpServers: { toolbase: { args: string[] } };
    };
    expect(written.mcpServers.toolbase.args.slice(1)).toEqual(['serve', lock, '--workspace', project]);
    expect((await run('detach', 'claude-code', '--dry-run')).stdout).toContain('would be detached');
    expect(await readdir(project)).toContain('.mcp.json');
    expect((await run('detach', 'claude-code')).status).toBe(0);
    expect(await readdir(project)).not.toContain('.mcp.json');
  });

  it('names the variables that a secret is read from, and never its value', async () => {
    const settings = path.join(project, 'toolbase.local.yaml');
    await writeFile(
      settings,
      'formatVersion: 1\ntoolkits: {"@lab/grid": {settings: {api_key: "env:LAB_KEY"}}}\n',
    );
    const secret = { LAB_KEY: 'sk-CANARY-987' };
    const attached = await toolbase(home, ['attach', 'codex', lock, '--project', project, '--json'], {
      env: secret,
    });
    expect(attached.status, attached.stderr).toBe(0);
    const text = await readFile(path.join(project, '.codex', 'config.toml'), 'utf8');
    expect(text).toContain('LAB_KEY');
    expect(text + attached.stdout).not.toContain('sk-CANARY-987');
    expect((await run('detach', 'codex')).status).toBe(0);
  });

  it('quotes nothing of what stands beside the entry, however it is laid out', async () => {
    const folder = await freshFolder();
    const beside = '{"mcpServers": {"other": {"command": "x", "env": {"KEY": "sk-CANARY-456"}}}}';
    await writeFile(path.join(folder, '.mcp.json'), beside);
    for (const words of [
      ['attach', 'claude-code', lock, '--dry-run'],
      ['attach', 'claude-code', lock],
      ['detach', 'claude-code', '--dry-run'],
      ['detach', 'claude-code', '--json'],
    ]) {
      const ended = await toolbase(home, [...words, '--project', folder]);
      expect(ended.status).toBe(0);
      expect(ended.stdout).not.toContain('CANARY');
    }
    expect(await readFile(path.join(folder, '.mcp.json'), 'utf8')).toBe(beside);
  });

  it('writes through a link, and leaves the link', async () => {
    const real = path.join(home, 'dotfiles.json');
    await writeFile(real, '{"theme": "dark"}\n');
    await mkdir(path.join(project, '.gemini'));
    await symlink(real, path.join(project, '.gemini', 'settings.json'));
    expect((await run('attach', 'gemini-cli', lock)).status).toBe(0);
    expect(await readFile(real, 'utf8')).toContain('mcpServers');
    expect((await run('detach', 'gemini-cli')).status).toBe(0);
    expect(await readFile(real, 'utf8')).toBe('{"theme": "dark"}\n');
  });

  it('keeps a skill that was edited since, and says so', async () => {
    expect((await run('attach', 'cursor', lock)).status).toBe(0);
    const skill = path.join(project, '.cursor', 'skills', 'lab-grid-count-cells', 'SKILL.md');
    await writeFile(skill, 'mine');
    const again = await run('attach', 'cursor', lock, '--json');
    expect(errorOf(again)).toMatchObject({ code: 'ALREADY_EXISTS' });
    const back = await run('detach', 'cursor');
    expect(back.stdout).toContain(`kept, since it was edited: ${skill}`);
    expect(await readFile(skill, 'utf8')).toBe('mine');
  });

  it('refuses what cannot work: no such program, a broken file, no workspace, a toolkit that is not installed', async () => {
    expect(errorOf(await run('attach', 'emacs', lock, '--json'))).toMatchObject({ code: 'USAGE' });
    await writeFile(path.join(project, 'opencode.json'), '{"a": ');
    const broken = errorOf(await run('attach', 'opencode', lock, '--json'));
    expect(broken?.code).toBe('UNSUPPORTED');
    expect(await readFile(path.join(project, 'opencode.json'), 'utf8')).toBe('{"a": ');
    const nowhere = errorOf(await run('attach', 'claude-desktop', lock, '--json'));
    expect(nowhere).toMatchObject({ code: 'USAGE' });
    expect(nowhere?.hint).toContain('--workspace');
    expect(errorOf(await run('attach', 'codex', lock, '--json', '--name', 'a_b'))?.code).toBe('BAD_NAME');
    expect(errorOf(await run('attach', 'goose', lock, '--json', '--scope', 'project'))?.code).toBe('USAGE');
    const bare = await freshFolder();
    const missing = await toolbase(bare, ['attach', 'codex', lock, '--json', '--project', bare]);
    expect(errorOf(missing)?.code).toBe('NOT_INSTALLED');
    expect(await readdir(bare)).not.toContain('.codex');
  });
});
