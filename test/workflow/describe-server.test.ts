import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MachineLayers } from '../../src/machine/index.ts';
import { ToolkitManifest } from '../../src/manifest/index.ts';
import { readTarball, type ToolkitEnvironment } from '../../src/store/index.ts';
import { describeServer, pack, type PackHosts, type PackResult } from '../../src/workflow/io/index.ts';
import { folderOf } from './toolkit-folder.ts';

const layers = (environment: Record<string, string>): MachineLayers => ({
  files: [],
  environment: { PATH: process.env['PATH'], ...environment },
  flags: { settings: [], externals: [] },
  homeDir: undefined,
});

const asked: ToolkitEnvironment[] = [];

const hosts = (environment: Record<string, string> = {}): PackHosts => ({
  describeNode: () => Promise.reject(new Error('no node host')),
  describeMcp: (server) =>
    describeServer(server, {
      layers: layers(environment),
      environments: {
        ensure: (wanted) => {
          asked.push(wanted);
          return Promise.resolve({ root: '/environment', python: '/environment/bin/python' });
        },
      },
    }),
});

const packed = async (files: Record<string, string>, environment?: Record<string, string>) =>
  pack(
    { dir: await folderOf(files), outDir: await mkdtemp(path.join(os.tmpdir(), 'packed-')) },
    hosts(environment),
  );

const manifestOf = async ({ file }: PackResult): Promise<ToolkitManifest> => {
  const entry = readTarball(await readFile(file), file).find(({ path: at }) => at === 'toolkit.json');
  return ToolkitManifest.parse(JSON.parse(Buffer.from(entry?.bytes ?? []).toString('utf8')));
};

const HEAD = 'formatVersion: 1\nkind: toolkit\ntitle: Python\nsummary: A Python server.\n';

/** A stdio MCP server without dependencies; its one tool is named by its first argument. */
const SERVER = `
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    result = {
        'initialize': lambda: {'protocolVersion': message['params']['protocolVersion'], 'capabilities': {'tools': {}},
                               'serverInfo': {'name': 'python', 'version': '1'}},
        'tools/list': lambda: {'tools': [{'name': sys.argv[1], 'description': os.environ.get('WORDS', 'none'),
                                          'inputSchema': {'type': 'object'}}]},
    }.get(message['method'], dict)()
    if 'id' in message:
        print(json.dumps({'jsonrpc': '2.0', 'id': message['id'], 'result': result}), flush=True)
`;

const pythonServer = (host: string, more: string): Record<string, string> => ({
  'package.json': '{"name":"python-server","version":"1.0.0","files":["server.py"]}',
  'server.py': SERVER,
  'toolkit.yaml': `${HEAD}host: ${host}\n${more}`,
});

const EXTERNAL = 'externals: { python: { title: Python, command: python3, versions: ">=3.8" } }\n';

describe('describing a wrapped server', () => {
  it('runs it with an external program and its settings', async () => {
    const files = pythonServer(
      '{ kind: mcp, command: "${external.python}", args: ["${toolkit}/server.py", "measure"], env: { WORDS: "${setting.words}" } }',
      `${EXTERNAL}settings: { words: { type: string, title: Words, required: true } }\n`,
    );
    const manifest = await manifestOf(
      await packed(files, { TOOLBASE_SETTING_PYTHON_SERVER__WORDS: 'Measures.' }),
    );
    expect(manifest.operations.map(({ name, description }) => [name, description])).toEqual([
      ['measure', 'Measures.'],
    ]);
    await expect(packed(files)).rejects.toMatchObject({ code: 'SETTING_MISSING' });
  });

  it('says which program is missing and how to get it', async () => {
    const files = pythonServer(
      '{ kind: mcp, command: "${external.absent}", args: [] }',
      'externals: { absent: { title: Absent, command: no-such-program, install: { apt: absent } } }\n',
    );
    await expect(packed(files)).rejects.toMatchObject({
      code: 'EXTERNAL_MISSING',
      hint: expect.stringContaining('apt: absent') as unknown,
    });
  });

  it('has its environments installed from the packed files', async () => {
    const files = {
      ...pythonServer(
        '{ kind: mcp, command: "${environment.main}", args: ["${toolkit}/server.py", "measure"] }',
        'environments: { main: { kind: python, requirements: requirements.txt, python: ">=3.8" } }\n',
      ),
      'requirements.txt': `six==1.17.0 --hash=sha256:${'0'.repeat(64)}\n`,
    };
    await expect(packed(files)).rejects.toMatchObject({ code: 'HOST_FAILED' });
    expect(asked.map(({ label, declaration }) => [label, declaration.kind])).toEqual([
      ['environment main of python-server', 'python'],
    ]);
  });

  it('shows the author which line of which file ended it, and does not blame the machine', async () => {
    const files = {
      ...pythonServer(
        '{ kind: mcp, command: "${external.python}", args: ["${toolkit}/server.py"] }',
        EXTERNAL,
      ),
      'server.py': 'import os\n\nraise RuntimeError("no licence at /opt/licence/key")\n',
    };
    await expect(packed(files)).rejects.toMatchObject({
      code: 'BAD_MANIFEST',
      message: expect.stringMatching(
        /ended with exit status 1; it last printed:\n.*\n {2}File "server\.py", line 3, in <module>\n.*\nRuntimeError: no licence at \/opt\/licence\/key$/s,
      ) as unknown,
      hint: expect.not.stringContaining('next call') as unknown,
    });
  });
});
