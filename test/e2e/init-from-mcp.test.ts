import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseStrictYaml } from '../../src/kernel/index.ts';
import { ToolkitSource } from '../../src/manifest/index.ts';
import { needsExternal } from '../external.ts';
import { programsFolder, realPython, serveNpm, writeWheel } from '../store/environments/local-packages.ts';
import { errorOf, freshFolder, ROOT, toolbase } from './toolbase.ts';

const WRAPPED = path.join(ROOT, 'test/fixtures/hosts/wrapped-server.mjs');

/** A stdio MCP server in plain JavaScript; its tools are in the variable TOOLS, as JSON. */
const SERVER = `#!/usr/bin/env node
const tools = JSON.parse(process.env.TOOLS ?? '[{"name":"say-it","description":"Says what it was told.","inputSchema":{"type":"object"}}]');
const answer = ({ method, params }) => ({
  initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} },
    serverInfo: { name: 'speaker', title: 'A speaker', version: '1.0.0' }, instructions: 'Speak softly.' }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify(process.argv.slice(2)) }] }),
})[method]?.();
let open = '';
process.stdin.on('data', (chunk) => {
  const lines = (open + chunk).split('\\n');
  open = lines.pop();
  for (const message of lines.map(JSON.parse))
    if (message.id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }));
});
`;

const sourceOf = async (folder: string): Promise<ToolkitSource> =>
  ToolkitSource.parse(
    parseStrictYaml(await readFile(path.join(folder, 'toolkit.yaml'), 'utf8'), 'toolkit.yaml'),
  );

/** Packs, publishes, locks and installs a toolkit folder `w`, and calls one operation. */
async function servedAnswer(
  home: string,
  operation: string,
  env: Record<string, string> = {},
): Promise<unknown> {
  await writeFile(path.join(home, 'x.yaml'), 'formatVersion: 1\ntoolkits: {w: "0.1"}\n');
  for (const args of [
    ['publish', 'w'],
    ['lock', 'x.yaml'],
    ['install', 'x.lock'],
  ])
    expect(await toolbase(home, args, { env }), args.join(' ')).toMatchObject({ status: 0 });
  const called = await toolbase(home, ['call', 'x.lock', operation, '--json', '--workspace', home], { env });
  return JSON.parse(called.stdout);
}

describe('wrapping an MCP server', () => {
  it('finds out that one takes no handshake, and says so in the toolkit', async () => {
    const home = await freshFolder();
    const modern = path.join(ROOT, 'test/fixtures/hosts/modern-server.mjs');
    const ended = await toolbase(home, ['init', 'w', '--from-mcp', `node '${modern}'`, '--json']);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect((await sourceOf(path.join(home, 'w'))).host).toMatchObject({ kind: 'mcp', era: 'modern' });
    expect(await servedAnswer(home, 'w__heard')).toEqual({ heard: [] });
  });

  it('bundles one that is a file, with all that it imports', async () => {
    const home = await freshFolder();
    const ended = await toolbase(home, ['init', 'w', '--from-mcp', `node '${WRAPPED}' plain .`, '--json']);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    const result = JSON.parse(ended.stdout) as { operations: { name: string; upstreamName: string }[] };
    expect(result.operations.map(({ upstreamName, name }) => `${upstreamName} ${name}`)).toEqual([
      'add.numbers add_numbers',
      'speak speak',
      'wait wait',
      'noise noise',
      'draw draw',
      'bytes bytes',
      'answer answer',
      'paint paint',
      'show_environment show_environment',
    ]);
    const source = await sourceOf(path.join(home, 'w'));
    expect(source.host).toMatchObject({
      command: 'node',
      args: ['${toolkit}/server/server.mjs', 'plain', '${workspace}'],
    });
    expect(source.summary).toBe('The MCP server of the file wrapped-server.mjs, pinned.');
    expect(source.operations['add.numbers']).toMatchObject({ name: 'add_numbers', omit: false });
    expect(await servedAnswer(home, 'w__speak')).toEqual({ text: 'plain words' });
  });

  it('starts no shell: what only a shell could run is refused, and runs nothing', async () => {
    const home = await freshFolder();
    const ended = await toolbase(home, ['init', 'w', '--from-mcp', 'node a.js; touch ran', '--json']);
    expect([ended.status, errorOf(ended)?.code]).toEqual([2, 'USAGE']);
    expect(await readdir(home)).toEqual([]);
  });

  it('takes no address: what is behind one cannot be pinned, and its token is not repeated', async () => {
    const home = await freshFolder();
    const address = 'https://mcp.example.org/sse?key=s3cret';
    const ended = await toolbase(home, ['init', 'w', '--from-mcp', address, '--json']);
    expect([ended.status, errorOf(ended)?.code]).toEqual([2, 'UNSUPPORTED']);
    expect(ended.stdout + ended.stderr).not.toContain('s3cret');
    expect(await readdir(home)).toEqual([]);
  });

  it('does not call a program pinned, and says how one is asked that tells no version', async () => {
    const home = await freshFolder();
    const program = (name: string, text: string) =>
      writeFile(path.join(home, name), text, { mode: 0o755 }).then(() => name);
    const env = { PATH: `${home}:${process.env['PATH']}` };
    const wrap = async (name: string) => toolbase(home, ['init', 'w', '--from-mcp', name, '--json'], { env });
    expect(errorOf(await wrap(await program('silent', '#!/bin/sh\nexit 0\n')))).toMatchObject({
      code: 'EXTERNAL_MISSING',
      hint: expect.stringContaining('`silent --version`, and has to print its version') as string,
    });
    const versioned = SERVER.replace(
      '\n',
      "\nif (process.argv[2] === '--version') { console.log('1.2.0'); process.exit(); }\n",
    );
    expect(await wrap(await program('speaker', versioned))).toMatchObject({ status: 0 });
    expect((await sourceOf(path.join(home, 'w'))).summary).toBe('The MCP server of the program speaker.');
  });

  it('names the tools that cannot be served, writes nothing, and leaves them out when told to', async () => {
    const home = await freshFolder();
    await writeFile(path.join(home, 's.mjs'), SERVER);
    const map = { type: 'object', properties: { m: { type: 'object', additionalProperties: true } } };
    const TOOLS = JSON.stringify([
      { name: 'good', description: 'Says it.', inputSchema: { type: 'object' } },
      { name: 'odd one', description: 'Maps.', inputSchema: map },
    ]);
    const wrap = (...more: string[]) =>
      toolbase(home, ['init', 'w', '--from-mcp', 'node s.mjs', '--env', 'TOOLS', ...more, '--json'], {
        env: { TOOLS },
      });
    const refused = await wrap();
    expect(errorOf(refused)).toMatchObject({
      code: 'BAD_SCHEMA',
      hint: "Nothing was written. Leave them out: --omit 'odd one'",
    });
    expect(existsSync(path.join(home, 'w'))).toBe(false);
    expect(await wrap('--omit', 'odd one')).toMatchObject({ status: 0 });
    expect((await sourceOf(path.join(home, 'w'))).operations['odd one']).toMatchObject({ omit: true });
    const packed = await toolbase(home, ['pack', 'w', '--json'], {
      env: { TOOLBASE_SETTING_W__TOOLS: TOOLS },
    });
    expect(JSON.parse(packed.stdout)).toMatchObject({ operations: ['good'] });
  });

  it('writes no secret, and nothing over what is there', async () => {
    const home = await freshFolder();
    await writeFile(path.join(home, 's.mjs'), SERVER);
    const env = { API_TOKEN: 'canary-8161' };
    const wrap = () =>
      toolbase(home, ['init', 'w', '--from-mcp', 'node s.mjs', '--env', 'API_TOKEN'], { env });
    const first = await wrap();
    expect(first.status).toBe(0);
    const files = await readdir(path.join(home, 'w'), { recursive: true, withFileTypes: true });
    let texts = '';
    for (const file of files.filter((entry) => entry.isFile()))
      texts += await readFile(path.join(file.parentPath, file.name), 'utf8');
    expect(texts + first.stdout + first.stderr).not.toContain('canary-8161');
    expect(texts).not.toContain(home);
    expect(texts).toContain('Speak softly.');
    const before = await readFile(path.join(home, 'w/toolkit.yaml'), 'utf8');
    const again = await wrap();
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('ALREADY_EXISTS')]);
    expect(await readFile(path.join(home, 'w/toolkit.yaml'), 'utf8')).toBe(before);
  });

  it('tells a server that does not start by what it said, and writes nothing', async () => {
    const home = await freshFolder();
    await writeFile(path.join(home, 's.mjs'), 'console.error("no such planet"); process.exit(3);');
    const ended = await toolbase(home, ['init', 'w', '--from-mcp', 'node s.mjs', '--json']);
    expect([ended.status, errorOf(ended)?.code]).toEqual([3, 'HOST_FAILED']);
    expect(errorOf(ended)?.message).toContain('no such planet');
    expect(await readdir(home)).toEqual(['s.mjs']);
  });

  describe('of an npm registry', () => {
    let registry: Awaited<ReturnType<typeof serveNpm>>;
    beforeAll(async () => {
      registry = await serveNpm([
        {
          manifest: {
            name: 'speaker',
            version: '1.2.3',
            type: 'module',
            bin: { speak: 'bin.mjs', other: 'o.mjs' },
            dependencies: { small: '^1.0.0' },
          },
          files: { 'bin.mjs': `${SERVER}\nimport 'small';`, 'o.mjs': '' },
        },
        { manifest: { name: 'small', version: '1.0.0', main: 'i.js' }, files: { 'i.js': '' } },
      ]);
    });
    afterAll(() => registry.close());

    it('pins the package and what it needs, and serves it from the environment', async () => {
      const home = await freshFolder();
      const env = { npm_config_registry: registry.url };
      const command = 'npx -y -p speaker@^1 speak --loud .';
      expect(await toolbase(home, ['init', 'w', '--from-mcp', command], { env })).toMatchObject({
        status: 0,
      });
      expect(JSON.parse(await readFile(path.join(home, 'w/server/package.json'), 'utf8'))).toMatchObject({
        dependencies: { speaker: '1.2.3' },
      });
      const lock = await readFile(path.join(home, 'w/server/package-lock.json'), 'utf8');
      expect(lock).toContain(registry.integrity('small'));
      expect(lock).not.toContain('127.0.0.1');
      expect(await servedAnswer(home, 'w__say_it', env)).toEqual({ result: ['--loud', home] });
    });

    it('names the programs of a package that has several', async () => {
      const home = await freshFolder();
      const ended = await toolbase(home, ['init', 'w', '--from-mcp', 'npx speaker', '--json'], {
        env: { npm_config_registry: registry.url },
      });
      expect(errorOf(ended)).toMatchObject({
        code: 'NOT_FOUND',
        hint: 'Write npx -p speaker and one of: other, speak.',
      });
    });
  });

  it('takes a Python file with the modules beside it, and pins the packages that it imports', async (context) => {
    const python = realPython();
    needsExternal(context, 'python3 with venv and pip', python !== undefined);
    const home = await freshFolder();
    const wheels = path.join(home, 'wheels');
    const hash = writeWheel(wheels, 'spin', '1.0', { 'spin.py': 'OF = 0.5\n' });
    await mkdir(path.join(home, 'own'));
    await writeFile(path.join(home, 'own/__init__.py'), 'from . import words\nimport spin\n');
    await writeFile(path.join(home, 'own/words.py'), 'SAID = "half"\n');
    await writeFile(path.join(home, 'unrelated.py'), '');
    await writeFile(path.join(home, 'requirements.txt'), 'spin>=1\n');
    await writeFile(path.join(home, 'main.py'), PYTHON_SERVER);
    // Without uv, pip says what to pin.
    const programs = programsFolder(path.join(home, 'bin'), { python3: python!, node: process.execPath });
    const env = { PATH: programs, PIP_FIND_LINKS: wheels, PIP_NO_INDEX: '1' };
    const ended = await toolbase(home, ['init', 'w', '--from-mcp', 'python3 main.py'], { env });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect((await readdir(path.join(home, 'w/server'), { recursive: true })).sort()).toEqual([
      'main.py',
      'own',
      'own/__init__.py',
      'own/words.py',
      'requirements.txt',
    ]);
    expect(await readFile(path.join(home, 'w/server/requirements.txt'), 'utf8')).toBe(
      `spin==1.0 \\\n    --hash=sha256:${hash}\n`,
    );
    expect(await servedAnswer(home, 'w__spin', env)).toEqual({ spin: 0.5, said: 'half' });
  });
});

const PYTHON_SERVER = `import json, sys
import own

TOOL = {"name": "spin", "description": "Spin in units of hbar.", "inputSchema": {"type": "object"}}
for line in sys.stdin:
    message = json.loads(line)
    found = {"spin": own.spin.OF, "said": own.words.SAID}
    result = {
        "initialize": lambda: {"protocolVersion": message["params"]["protocolVersion"],
                               "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}},
        "tools/list": lambda: {"tools": [TOOL]},
        "tools/call": lambda: {"content": [{"type": "text", "text": json.dumps(found)}], "structuredContent": found},
    }.get(message["method"], dict)()
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`;
