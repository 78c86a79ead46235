import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { getMcpConfigForManifest, unpackExtension } from '@anthropic-ai/mcpb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unzipSync } from 'fflate';
import { HANDSHAKE, LIST, startServe } from '../../server/served.ts';
import { ArchiveLab } from '../archive/archive-lab.ts';
import { packedToolkit } from '../packed-toolkit.ts';

let labs: ArchiveLab;
beforeEach(async () => {
  labs = new ArchiveLab();
  await labs.locked();
});
afterEach(() => labs.remove());

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The tool objects of the lock, in the order of `tools/list`. */
const lockedTools = (): unknown[] => {
  const { operations } = json(labs.lab.path('x.lock')) as { operations: Record<string, { tool: unknown }> };
  return Object.values(operations).map(({ tool }) => tool);
};

/** What a server that is started so lists. */
async function listed(command: string, args: readonly string[], env: Record<string, string>) {
  expect(command).toBe('node');
  const served = startServe(args, {
    ...{ PATH: process.env['PATH'], HOME: labs.other.dir, TOOLBASE_HOME: labs.other.dir },
    ...env,
  });
  served.send(...HANDSHAKE, LIST);
  const { result } = await served.answer(2);
  served.child.stdin.end();
  expect(await served.exit).toMatchObject({ status: 0 });
  return result?.['tools'];
}

describe('an MCP bundle', () => {
  it('is one that the tools of MCP bundles find valid', async () => {
    await labs.exportAs('mcpb', 'x.mcpb');
    const folder = labs.other.path('unpacked');
    await unpackExtension({ mcpbPath: labs.lab.path('x.mcpb'), outputDir: folder, silent: true });
    const cli = createRequire(import.meta.url)
      .resolve('@anthropic-ai/mcpb/cli')
      .replace(/cli\.js$/, 'cli/cli.js');
    const checked = spawnSync(process.execPath, [cli, 'validate', path.join(folder, 'manifest.json')], {
      encoding: 'utf8',
    });
    expect(checked.status, checked.stdout + checked.stderr).toBe(0);
    expect(json(path.join(folder, 'manifest.json'))).toMatchObject({
      name: 'x',
      tools: [{ name: 'grid__Width' }],
      user_config: {
        workspace: { type: 'directory', required: true },
        grid__token: { type: 'string', sensitive: true, required: true, title: 'Token of the database' },
        grid__n_threads: { type: 'number', min: 1, max: 64, default: 2, required: false },
        grid__form: { type: 'file', required: false },
      },
    });
  });

  it('is served by the client that unpacked it, as what was locked', async () => {
    await labs.exportAs('mcpb', 'x.mcpb');
    const folder = labs.other.path('unpacked');
    await unpackExtension({ mcpbPath: labs.lab.path('x.mcpb'), outputDir: folder, silent: true });
    const config = await getMcpConfigForManifest({
      manifest: json(path.join(folder, 'manifest.json')) as never,
      extensionPath: folder,
      systemDirs: {},
      userConfig: { workspace: labs.other.dir, grid__token: 'secret' },
      pathSeparator: '/',
    });
    expect(config?.env).toEqual({
      TOOLBASE_SETTING_GRID__N_THREADS: '2',
      TOOLBASE_SETTING_GRID__TOKEN: 'secret',
      TOOLBASE_EXTERNAL_GRID__FORM: '${user_config.grid__form}',
    });
    expect(await listed(config!.command, config!.args ?? [], config!.env ?? {})).toEqual(lockedTools());
  });

  it('asks for a setting and for a program of one name by two options', async () => {
    await labs.lab.publish(
      packedToolkit('tool', '1.0.0', {
        settings: { form: { type: 'string', title: 'Form of the table', required: true, sensitive: false } },
        externals: { form: { title: 'FORM', command: 'form' } },
      }),
    );
    labs.lab.loadout('  tool: "^1"');
    await labs.lab.lock();
    await labs.exportAs('mcpb', 'both.mcpb');
    const files = unzipSync(readFileSync(labs.lab.path('both.mcpb')));
    expect(JSON.parse(Buffer.from(files['manifest.json']!).toString('utf8'))).toMatchObject({
      user_config: {
        tool__form: { type: 'string', title: 'Form of the table', required: true },
        tool__form__program: { type: 'file', title: 'FORM', required: false },
      },
      server: {
        mcp_config: {
          env: {
            TOOLBASE_SETTING_TOOL__FORM: '${user_config.tool__form}',
            TOOLBASE_EXTERNAL_TOOL__FORM: '${user_config.tool__form__program}',
          },
        },
      },
    });
  });

  it('has the same bytes in every time zone', async () => {
    const first = await labs.exportAs('mcpb', 'a.mcpb');
    const before = process.env['TZ'];
    try {
      process.env['TZ'] = 'Pacific/Kiritimati';
      const second = await labs.exportAs('mcpb', 'b.mcpb');
      expect(second.integrity).toBe(first.integrity);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });
});

describe('a plugin of Claude Code', () => {
  it('has a manifest, the server and the skills where they are looked for', async () => {
    await labs.exportAs('claude-plugin', 'plugin');
    const at = (file: string): string => labs.lab.path(`plugin/${file}`);
    expect(json(at('.claude-plugin/plugin.json'))).toMatchObject({
      name: 'x',
      description: 'x: tools pinned by toolbase',
    });
    expect(readFileSync(at('skills/fit/SKILL.md'), 'utf8')).toContain('How to fit.');
    expect(statSync(at('skills/fit/run.sh')).mode & 0o777).toBe(0o755);
    const { mcpServers } = json(at('.mcp.json')) as {
      mcpServers: Record<string, { command: string; args: string[] }>;
    };
    const { command, args } = mcpServers['toolbase']!;
    const filled = args.map((word) => word.replace('${CLAUDE_PLUGIN_ROOT}', labs.lab.path('plugin')));
    expect(await listed(command, filled, {})).toEqual(lockedTools());
  });

  it('is a zip archive when it is named like one', async () => {
    await labs.exportAs('claude-plugin', 'plugin.zip');
    const files = Object.keys(unzipSync(readFileSync(labs.lab.path('plugin.zip'))));
    expect(files).toContain('.claude-plugin/plugin.json');
    expect(files).toContain('server/serve-archive.js');
  });

  it('is not written below a file', async () => {
    labs.lab.write('file', 'mine');
    await expect(labs.exportAs('claude-plugin', 'file/plugin')).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
      message: expect.stringContaining('file/plugin') as string,
    });
  });

  it('is not written into a folder that holds something', async () => {
    labs.lab.write('plugin', 'mine');
    await expect(labs.exportAs('claude-plugin', 'plugin')).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(readFileSync(labs.lab.path('plugin'), 'utf8')).toBe('mine');
  });
});

describe('an mcpServers entry', () => {
  it('has absolute paths and the names of the variables that must be given', async () => {
    const { entry } = await labs.exportAs('mcp-json', 'mcp.json');
    expect(entry).toEqual({
      mcpServers: {
        toolbase: {
          command: 'node',
          args: ['run.js', 'serve', labs.lab.path('x.lock'), '--workspace', labs.lab.dir],
          env: { TOOLBASE_SETTING_GRID__TOKEN: '' },
        },
      },
    });
    expect(json(labs.lab.path('mcp.json'))).toEqual(entry);
  });

  it('cannot be thin', async () => {
    await expect(labs.exportAs('mcp-json', 'thin.json', true)).rejects.toMatchObject({ code: 'USAGE' });
    expect(existsSync(labs.lab.path('thin.json'))).toBe(false);
  });
});
