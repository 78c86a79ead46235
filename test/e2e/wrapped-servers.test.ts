import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { needsExternal } from '../external.ts';
import { realPython } from '../store/environments/local-packages.ts';
import { errorOf, freshFolder, ROOT, toolbase } from './toolbase.ts';

const PACKAGES = path.join(ROOT, 'node_modules/@modelcontextprotocol');
const CACHE = execFileSync('npm', ['config', 'get', 'cache'], { cwd: ROOT, encoding: 'utf8' }).trim();

/** What is on this machine already need not come over the network. */
/** Some builds of Node know the system's authorities only by this variable. */
const AUTHORITIES = process.env['NODE_EXTRA_CA_CERTS'];
const npm = {
  npm_config_cache: CACHE,
  npm_config_prefer_offline: 'true',
  ...(AUTHORITIES === undefined ? {} : { NODE_EXTRA_CA_CERTS: AUTHORITIES }),
};

/** Servers that others publish: how each is started, a call and what its answer holds, and words of one of its tools. */
const SERVERS = [
  {
    name: 'everything',
    folder: '',
    call: ['everything__echo', '{"message": "a muon"}', 'a muon'],
    tool: ['echo', 'Echoes back the input string'],
  },
  {
    name: 'filesystem',
    folder: ' .',
    call: ['filesystem__read_text_file', '{"path": "notes.txt"}', 'm = 125.2 GeV'],
    tool: ['list_directory', 'Get a detailed listing of all files'],
  },
  {
    name: 'memory',
    folder: '',
    call: ['memory__search_nodes', '{"query": "higgs"}', 'entities'],
    tool: ['read_graph', 'Read the entire knowledge graph'],
  },
] as const;

/** Publishes, locks and installs the toolkit folder `name` of a home. @returns its lock */
async function install(home: string, name: string, env: Record<string, string>): Promise<string> {
  await writeFile(path.join(home, `${name}.yaml`), `formatVersion: 1\ntoolkits: {${name}: "0.1"}\n`);
  for (const args of [
    ['publish', name],
    ['lock', `${name}.yaml`],
    ['install', `${name}.lock`],
  ])
    expect(await toolbase(home, args, { env }), args.join(' ')).toMatchObject({ status: 0 });
  return path.join(home, `${name}.lock`);
}

/** Replaces words in every installed file of an environment that holds them. */
async function reword(home: string, words: string, others: string): Promise<number> {
  const builds = path.join(home, 'store/v1/environments');
  let changed = 0;
  for (const entry of await readdir(builds, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || !file.includes('/@modelcontextprotocol/server-') || !file.endsWith('.js'))
      continue;
    const text = await readFile(file, 'utf8');
    if (!text.includes(words)) continue;
    await chmod(file, 0o644);
    await writeFile(file, text.replaceAll(words, others));
    changed += 1;
  }
  return changed;
}

describe.each(SERVERS)('@modelcontextprotocol/server-$name', ({ name, folder, call, tool }) => {
  let home: string;
  let lock: string;
  const work = ['--workspace', 'work'];
  const callIt = () => toolbase(home, ['call', lock, call[0], '--arguments', call[1], ...work, '--json']);

  beforeAll(async () => {
    home = await freshFolder();
    await mkdir(path.join(home, 'work'));
    await writeFile(path.join(home, 'work/notes.txt'), 'm = 125.2 GeV\n');
    const command = `node ${path.join(PACKAGES, `server-${name}/dist/index.js`)}${folder}`;
    expect(await toolbase(home, ['init', name, '--from-mcp', command], { env: npm })).toMatchObject({
      status: 0,
      stderr: '',
    });
    lock = await install(home, name, npm);
  }, 240_000);

  it('is wrapped, published, locked, installed and called', async () => {
    const pinned = await readFile(path.join(home, name, 'server/package-lock.json'), 'utf8');
    expect(pinned).toContain(`node_modules/@modelcontextprotocol/server-${name}`);
    const ended = await callIt();
    expect([ended.status, ended.stdout]).toEqual([0, expect.stringContaining(call[2])]);
    expect(await toolbase(home, ['verify', lock, '--live'])).toMatchObject({ status: 0 });
  });

  it('is caught before its first answer when the words of a tool changed', async () => {
    const [upstream, words] = tool;
    expect(await reword(home, words, 'Sends everything away. Also')).toBeGreaterThan(0);
    const error = errorOf(await callIt());
    expect(error?.code).toBe('HOST_DRIFT');
    expect(error?.message).toContain(`${name}__${upstream} (its "${upstream}") changed in description`);
    expect(error?.message).not.toContain('Sends everything away');
    // The changed files are also found without starting anything.
    const verified = await toolbase(home, ['verify', lock]);
    expect([verified.status, verified.stdout]).toEqual([1, expect.stringContaining(`server-${name}`)]);
  });
});

const PYTHON_SERVER = `import os
from mcp.server.fastmcp import FastMCP

server = FastMCP("spins")

@server.tool(description="Spin of a particle, in units of hbar. " + os.environ.get("MORE_WORDS", ""))
def spin(particle: str) -> float:
    return {"electron": 0.5, "photon": 1.0}[particle]

server.run()
`;

describe('a server on the Python SDK', () => {
  it('is wrapped with hashed requirements, and caught when the words of a tool changed', async (context) => {
    needsExternal(context, 'python3 with venv and pip', realPython() !== undefined);
    const home = await freshFolder();
    await writeFile(path.join(home, 'spins.py'), PYTHON_SERVER);
    await writeFile(path.join(home, 'requirements.txt'), 'mcp>=1.2,<2\n');
    const wrapped = await toolbase(
      home,
      ['init', 'spins', '--from-mcp', 'python3 spins.py', '--env', 'MORE_WORDS'],
      {
        env: { MORE_WORDS: 'Exact.' },
      },
    );
    expect(wrapped).toMatchObject({ status: 0, stderr: '' });
    const requirements = await readFile(path.join(home, 'spins/server/requirements.txt'), 'utf8');
    expect(requirements).toMatch(/^mcp==1\.\d+\.\d+ \\\n {4}--hash=sha256:/m);
    const env = { TOOLBASE_SETTING_SPINS__MORE_WORDS: 'Exact.' };
    const lock = await install(home, 'spins', env);
    const call = (settings: Record<string, string>) =>
      toolbase(home, ['call', lock, 'spins__spin', '--arguments', '{"particle": "electron"}', '--json'], {
        env: settings,
      });
    const ended = await call(env);
    expect([ended.status, JSON.parse(ended.stdout)]).toEqual([0, { result: 0.5 }]);
    const error = errorOf(await call({ TOOLBASE_SETTING_SPINS__MORE_WORDS: 'Guessed.' }));
    expect(error?.message).toContain('spins__spin (its "spin") changed in description');
  }, 400_000);
});

describe('a server of the Python index', () => {
  const server = 'mcp-server-time';
  const version = '2026.8.18';
  const ask = ['--arguments', '{"timezone": "UTC"}', '--json'];

  it('is wrapped as it is started by uvx, and by python -m in the environment that has it, with the same pins', async (context) => {
    needsExternal(context, 'python3 with venv and pip', realPython() !== undefined);
    const uv = spawnSync('uv', ['--version']).status === 0;
    needsExternal(context, 'uv', uv);
    const home = await freshFolder();
    const wrap = async (name: string, command: string) => {
      const ended = await toolbase(home, ['init', name, '--from-mcp', command, '--json']);
      expect(ended, ended.stdout).toMatchObject({ status: 0, stderr: '' });
      return readFile(path.join(home, name, 'server/requirements.txt'), 'utf8');
    };
    const pins = await wrap('clock', `uvx ${server}@${version} --local-timezone UTC`);
    expect(pins).toMatch(new RegExp(`^${server}==${version} \\\\\n {4}--hash=sha256:`, 'm'));
    expect(pins.match(/^[a-z]\S*==/gm)?.length).toBeGreaterThan(5);

    const lock = await install(home, 'clock', {});
    const called = await toolbase(home, ['call', lock, 'clock__get_current_time', ...ask]);
    expect([called.status, called.stdout], called.stderr).toEqual([
      0,
      expect.stringContaining('"timezone": "UTC"'),
    ]);
    expect(await toolbase(home, ['verify', lock, '--live'])).toMatchObject({ status: 0 });

    await writeFile(path.join(home, 'pins.txt'), pins);
    const python = path.join(home, 'own/bin/python');
    execFileSync('uv', ['venv', '--quiet', '--python', realPython() ?? '', path.join(home, 'own')]);
    execFileSync('uv', ['pip', 'install', '--quiet', '--python', python, '-r', path.join(home, 'pins.txt')]);
    const module = server.replaceAll('-', '_');
    expect(await wrap('watch', `${python} -m ${module} --local-timezone UTC`)).toBe(pins);
  }, 400_000);
});
