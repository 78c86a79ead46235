import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, symlink, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeMcpToolkit, describeNodeToolkit } from '../../src/host/io/index.ts';
import { integrityOf, parseStrictJson } from '../../src/kernel/index.ts';
import { ToolkitManifest } from '../../src/manifest/index.ts';
import { readTarball, subtree, treeDigest, type TreeEntry } from '../../src/store/index.ts';
import { pack, type PackHosts, type PackResult } from '../../src/workflow/io/index.ts';
import { folderOf, nodeToolkit, writeFiles } from './toolkit-folder.ts';

const hosts: PackHosts = { describeNode: describeNodeToolkit, describeMcp: describeMcpToolkit };
const freshFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'packed-'));

const packed = async (dir: string): Promise<PackResult> => pack({ dir, outDir: await freshFolder() }, hosts);

const entriesOf = async ({ file }: PackResult): Promise<TreeEntry[]> =>
  readTarball(await readFile(file), file);

const textOf = (entries: readonly TreeEntry[], name: string): string =>
  Buffer.from(entries.find((entry) => entry.path === name)?.bytes ?? []).toString('utf8');

/** What packing the files throws, with what it left in the output folder. */
async function refusal(files: Record<string, string>): Promise<unknown> {
  const outDir = path.join(await freshFolder(), 'out');
  try {
    await pack({ dir: await folderOf(files), outDir }, hosts);
  } catch (thrown) {
    await expect(readdir(outDir)).rejects.toMatchObject({ code: 'ENOENT' });
    return thrown;
  }
  throw new Error('was packed');
}

describe('packing a node toolkit', () => {
  it('bundles TypeScript without anything installed and freezes what the host describes', async () => {
    const result = await packed(await folderOf(nodeToolkit({ 'README.md': '# Decays\n', LICENSE: 'MIT\n' })));
    expect(path.basename(result.file)).toBe('lab-decays-1.0.0.tgz');
    const entries = await entriesOf(result);
    expect(entries.map((entry) => entry.path)).toEqual([
      'LICENSE',
      'README.md',
      'host/toolkit.mjs',
      'package.json',
      'toolkit.json',
      'toolkit.yaml',
    ]);
    expect(result.files.map((file) => file.path)).toEqual(entries.map((entry) => entry.path));
    expect(result.integrity).toBe(integrityOf(await readFile(result.file)));
    expect(result.treeDigest).toBe(treeDigest(entries));
    const manifest = ToolkitManifest.parse(parseStrictJson(textOf(entries, 'toolkit.json'), 'toolkit.json'));
    expect(manifest.host).toEqual({ kind: 'node', entry: 'host/toolkit.mjs' });
    expect(manifest.operations[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {
        massGeV: { type: 'number', minimum: 0, description: 'Mass of the parent in GeV. Minimum: 0.' },
      },
      required: ['massGeV'],
      additionalProperties: false,
    });
  });

  it('takes only what matters of package.json', async () => {
    const entries = await entriesOf(
      await packed(
        await folderOf(
          nodeToolkit({
            'package.json': JSON.stringify({
              name: 'decays',
              version: '1.0.0-rc.1',
              description: 'Decays',
              keywords: ['physics'],
              license: 'MIT',
              scripts: { postinstall: 'curl evil' },
              devDependencies: { toolbase: 'file:../..' },
              toolkitDependencies: { '@lab/fields': '^1.2.0' },
              publishConfig: { registry: 'https://example.org' },
            }),
          }),
        ),
      ),
    );
    expect(JSON.parse(textOf(entries, 'package.json'))).toEqual({
      name: 'decays',
      version: '1.0.0-rc.1',
      description: 'Decays',
      keywords: ['physics'],
      license: 'MIT',
      toolbase: { kind: 'toolkit' },
      toolkitDependencies: { '@lab/fields': '^1.2.0' },
    });
  });

  it('gives the same bytes from another place, day, umask, time zone and form of this program', async () => {
    const files = nodeToolkit({
      'README.md': '# Decays\n',
      // All that a toolkit may take from this program.
      'src/half.ts':
        "import * as all from 'toolbase/toolkit';\n" +
        'export const half = (x: number) => (Object.keys(all).length > 0 ? x / 2 : x);\n',
    });
    const first = await packed(await folderOf(files));

    const elsewhere = path.join(await freshFolder(), 'a/b', 'deep er');
    await writeFiles(elsewhere, files);
    // A workspace around it must leave no trace either.
    await writeFiles(path.dirname(elsewhere), {
      'package.json': '{"name":"workspace","version":"9.9.9","type":"commonjs"}',
      'tsconfig.json': '{"compilerOptions":{"target":"es5","useDefineForClassFields":false}}',
    });
    for (const name of Object.keys(files)) {
      await chmod(path.join(elsewhere, name), 0o600);
      await utimes(path.join(elsewhere, name), 1, 1);
    }
    const outDir = await freshFolder();
    const program = path.join(import.meta.dirname, '../fixtures/pack-folder.mjs');
    await promisify(execFile)(
      '/bin/sh',
      ['-c', 'umask 077; exec "$0" "$@"', process.execPath, program, elsewhere, outDir],
      {
        env: { ...process.env, TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8' },
      },
    );
    const second = await readFile(path.join(outDir, path.basename(first.file)));
    expect(second.equals(await readFile(first.file))).toBe(true);
  });

  it('tells nothing of the machine', async () => {
    const folder = await folderOf(nodeToolkit());
    for (const entry of await entriesOf(await packed(folder))) {
      const text = Buffer.from(entry.bytes).toString('latin1');
      for (const secret of [folder, os.tmpdir(), os.homedir(), os.hostname(), process.cwd()])
        expect(text.includes(`${secret}/`) || text.includes(`"${secret}"`)).toBe(false);
    }
  });

  it('inlines installed packages, also those that require modules of Node', async () => {
    const folder = await folderOf(
      nodeToolkit({
        'src/half.ts':
          "import halve from 'halving';\nexport const half = (x: number) => halve.half(x) as number;\n",
        'node_modules/halving/package.json': '{"name":"halving","version":"2.1.0","main":"main.js"}',
        'node_modules/halving/main.js':
          "const { sep } = require('path');\nexports.half = (x) => (sep === '/' ? x / 2 : x / 2);\n",
      }),
    );
    const bundle = textOf(await entriesOf(await packed(folder)), 'host/toolkit.mjs');
    expect(bundle).toContain('"halving@2.1.0/main.js"');
    expect(bundle).not.toContain('node_modules');
  });

  it('prefers the zod that the author has installed', async () => {
    const folder = await folderOf(nodeToolkit());
    await writeFiles(folder, { 'node_modules/.keep': '' });
    await symlink(path.resolve('node_modules/zod'), path.join(folder, 'node_modules/zod'));
    const own = await packed(folder);
    expect(own.integrity).toBe((await packed(await folderOf(nodeToolkit()))).integrity);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a native add-on',
      {
        'src/half.ts': "import native from './native.node';\nexport const half = native;\n",
        'src/native.node': '',
      },
      'native.node',
    ],
    [
      'a require by a computed name',
      { 'src/half.ts': 'export const half = (x: any) => require(x);\n' },
      'src/half.ts:1',
    ],
    [
      'an import by a computed name',
      { 'src/half.ts': 'export const half = (x: any) => import(x) as any;\n' },
      'src/half.ts:1',
    ],
    [
      'a package that is only tried',
      {
        'src/half.ts':
          "let half: any;\ntry { half = require('absent-package'); } catch {}\nexport { half };\n",
      },
      'absent-package',
    ],
  ])('refuses %s by name', async (_, files, named) => {
    expect(await refusal(nodeToolkit(files))).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining(named) as unknown,
    });
  });

  it('refuses a source outside its folder', async () => {
    const outside = await folderOf({ 'half.ts': 'export const half = (x: number) => x / 2;\n' });
    const files = nodeToolkit({ 'src/half.ts': `export { half } from '${outside}/half.ts';\n` });
    expect(await refusal(files)).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('half.ts') as unknown,
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ['TypeScript that does not parse', { 'src/half.ts': 'export const half = ;\n' }, 'src/half.ts:1'],
    [
      'a package that is not installed',
      { 'src/half.ts': "export { half } from 'absent-package';\n" },
      'absent-package',
    ],
    [
      'an entry that is not there',
      { 'toolkit.yaml': YAML.replace('src/toolkit.ts', 'src/tolkit.ts') },
      '/host/entry: src/tolkit.ts does not exist',
    ],
    ['the whole of toolbase', { 'src/half.ts': "export * as half from 'toolbase';\n" }, 'toolbase/toolkit'],
    [
      'a version that is no exact one',
      { 'package.json': '{"name":"decays","version":"^1.0.0"}' },
      '/version',
    ],
    ['a name that leaves the folder', { 'package.json': '{"name":"../..","version":"1.0.0"}' }, '/name'],
    ['a name that npm reserves', { 'package.json': '{"name":"node_modules","version":"1.0.0"}' }, '/name'],
    [
      'an unknown key',
      { 'toolkit.yaml': 'formatVersion: 1\nkind: toolkit\ntitle: T\nsummary: S\nhots: {}\n' },
      'hots',
    ],
    ['a skill that is not there', { 'toolkit.yaml': `${YAML}skills: [skills/absent]\n` }, 'skills/absent'],
    [
      'files outside the folder',
      { 'package.json': '{"name":"decays","version":"1.0.0","files":["../secrets"]}' },
      '../secrets',
    ],
    [
      'terminal escapes in what others are shown',
      { 'package.json': '{"name":"decays","version":"1.0.0","description":"\\u001b[2J"}' },
      '/description',
    ],
  ])('refuses %s', async (_, files, named) => {
    expect(await refusal(nodeToolkit(files))).toMatchObject({
      code: 'BAD_MANIFEST',
      message: expect.stringContaining(named) as unknown,
    });
  });

  it('refuses a file in place of the folder of a toolkit', async () => {
    const folder = await folderOf(nodeToolkit());
    for (const dir of [path.join(folder, 'toolkit.yaml'), path.join(folder, 'absent')])
      await expect(packed(dir)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        hint: expect.stringContaining('folder with package.json and toolkit.yaml') as unknown,
      });
  });

  it('describes a package by the summary of its toolkit, unless its author described it', async () => {
    const described = async (more: Record<string, string>): Promise<unknown> =>
      JSON.parse(textOf(await entriesOf(await packed(await folderOf(nodeToolkit(more)))), 'package.json'));
    expect(await described({})).toMatchObject({ description: 'Kinematics of decays.' });
    const own = JSON.stringify({ name: 'decays', version: '1.0.0', description: 'Mine.' });
    expect(await described({ 'package.json': own })).toMatchObject({ description: 'Mine.' });
  });

  it('names every operation whose schema cannot be served, and writes nothing', async () => {
    const source = nodeToolkit()['src/toolkit.ts'] ?? '';
    const files = nodeToolkit({
      'src/toolkit.ts': source.replace('z.number().min(0)', 'z.record(z.string(), z.number())'),
    });
    expect(await refusal(files)).toMatchObject({
      code: 'BAD_SCHEMA',
      message: expect.stringContaining('operation BeamEnergy input /properties/massGeV') as unknown,
    });
  });

  it('names the file and the line at which a module that does not load has thrown', async () => {
    const entry = "import './table.ts';\nexport const toolkit = {};\n";
    const table = 'const masses: number[] = [];\nexport const first = masses[3]!.toFixed(2);\n';
    expect(await refusal(nodeToolkit({ 'src/toolkit.ts': entry, 'src/table.ts': table }))).toMatchObject({
      code: 'BAD_MANIFEST',
      hint: expect.stringMatching(/^Thrown at src\/table\.ts: .*masses\[3\]\.toFixed\(2\)/) as string,
    });
  });

  it('says what is missing in a folder that is no toolkit', async () => {
    expect(await refusal({})).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal({ 'package.json': '{"name":"decays","version":"1.0.0"}' })).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('toolkit.yaml') as unknown,
    });
    await expect(pack({ dir: '/no/such/folder', outDir: '/tmp' }, hosts)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('leaves credentials out and says so', async () => {
    const result = await packed(
      await folderOf(
        nodeToolkit({
          'package.json': '{"name":"decays","version":"1.0.0","files":["tables", ".env"]}',
          '.env': 'TOKEN=1',
          'tables/.env.local': 'TOKEN=1',
          'tables/id_rsa': 'key',
          'tables/server.pem': 'key',
          'tables/node_modules/x.js': '',
          'tables/widths.csv': 'm,w\n',
          'unlisted.txt': 'x',
        }),
      ),
    );
    expect(result.files.map((file) => file.path).filter((name) => name.includes('tables'))).toEqual([
      'tables/widths.csv',
    ]);
    expect(result.warnings.map((note) => note.where)).toEqual([
      '.env',
      'tables/.env.local',
      'tables/id_rsa',
      'tables/server.pem',
    ]);
  });

  it('refuses a symbolic link by name', async () => {
    const folder = await folderOf(
      nodeToolkit({
        'package.json': '{"name":"decays","version":"1.0.0","files":["tables"]}',
        'tables/a.csv': '',
      }),
    );
    await symlink('/etc/passwd', path.join(folder, 'tables/b.csv'));
    await expect(packed(folder)).rejects.toMatchObject({
      code: 'BAD_MANIFEST',
      message: expect.stringContaining('tables/b.csv is a symbolic link') as unknown,
    });
  });

  it('refuses to replace another package of the same version unless told to', async () => {
    const outDir = await freshFolder();
    const first = await pack({ dir: await folderOf(nodeToolkit()), outDir }, hosts);
    await expect(pack({ dir: await folderOf(nodeToolkit()), outDir }, hosts)).resolves.toEqual(first);
    const changed = await folderOf(nodeToolkit({ 'README.md': 'Other.\n' }));
    await expect(pack({ dir: changed, outDir }, hosts)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(integrityOf(await readFile(first.file))).toBe(first.integrity);
    const second = await pack({ dir: changed, outDir, force: true }, hosts);
    expect(integrityOf(await readFile(first.file))).toBe(second.integrity);
  });

  it('packs a skill with the digest of its folder', async () => {
    const result = await packed(
      await folderOf(
        nodeToolkit({
          'toolkit.yaml': `${YAML}skills: [skills/read-me]\n`,
          'skills/read-me/SKILL.md': SKILL,
          'skills/read-me/tables/widths.csv': 'm,w\n',
        }),
      ),
    );
    const entries = await entriesOf(result);
    const manifest = ToolkitManifest.parse(JSON.parse(textOf(entries, 'toolkit.json')));
    expect(manifest.skills).toEqual([
      {
        name: 'read-me',
        description: 'Reads it.',
        path: 'skills/read-me',
        digest: treeDigest(subtree(entries, 'skills/read-me')),
      },
    ]);
  });

  it('pins the file of a declared environment', async () => {
    const requirements = `numpy==2.0.0 --hash=sha256:${'0'.repeat(64)}\n`;
    const result = await packed(
      await folderOf(
        nodeToolkit({
          'toolkit.yaml': `${YAML}environments: { main: { kind: python, requirements: env/requirements.txt, python: ">=3.10" } }\n`,
          'env/requirements.txt': requirements,
        }),
      ),
    );
    const entries = await entriesOf(result);
    const manifest = ToolkitManifest.parse(JSON.parse(textOf(entries, 'toolkit.json')));
    expect(manifest.environments['main']).toEqual({
      kind: 'python',
      requirements: 'env/requirements.txt',
      python: '>=3.10',
      // as sha256sum prints it
      sha256: 'sha256:62589b311428950e41cdfc949f55d316e65a580d990ba109264f6d11370cc65c',
    });
    expect(textOf(entries, 'env/requirements.txt')).toBe(requirements);
  });
});

describe('packing a wrapped server', () => {
  const wrapped = (more: Record<string, string> = {}): Record<string, string> => ({
    'package.json': '{"name":"wrapped","version":"1.0.0","files":["server.mjs"]}',
    'toolkit.yaml': [
      'formatVersion: 1',
      'kind: toolkit',
      'title: Wrapped',
      'summary: A server of others.',
      'host: { kind: mcp, command: node, args: ["${toolkit}/server.mjs"] }',
      'operations:',
      '  free.form: { omit: true }',
      '',
    ].join('\n'),
    'server.mjs': SERVER,
    ...more,
  });

  it('lists its tools from a copy of the packed files', async () => {
    const entries = await entriesOf(await packed(await folderOf(wrapped())));
    expect(entries.map((entry) => entry.path)).toEqual([
      'package.json',
      'server.mjs',
      'toolkit.json',
      'toolkit.yaml',
    ]);
    const manifest = ToolkitManifest.parse(JSON.parse(textOf(entries, 'toolkit.json')));
    expect(manifest.operations.map(({ name, upstreamName }) => [name, upstreamName])).toEqual([
      ['add_numbers', 'add.numbers'],
    ]);
  });

  it('refuses a server whose files are not packed', async () => {
    expect(await refusal(wrapped({ 'package.json': '{"name":"wrapped","version":"1.0.0"}' }))).toMatchObject({
      code: 'BAD_MANIFEST',
      message: expect.stringContaining('server.mjs') as unknown,
    });
  });

  it('refuses a tool whose input cannot be served and says how to leave it out', async () => {
    const yaml = wrapped()['toolkit.yaml']?.replace(/operations:[\s\S]*/, '') ?? '';
    expect(await refusal(wrapped({ 'toolkit.yaml': yaml }))).toMatchObject({
      code: 'BAD_SCHEMA',
      message: expect.stringContaining('tool "free.form" input (root)') as unknown,
      hint: expect.stringContaining('omit') as unknown,
    });
  });
});

const YAML =
  'formatVersion: 1\nkind: toolkit\ntitle: T\nsummary: S\nhost: { kind: node, entry: src/toolkit.ts }\n';
const SKILL = '---\nname: read-me\ndescription: Reads it.\n---\n\nRead it.\n';

/** A stdio MCP server of two tools, without any dependency. */
const SERVER = `
import { createInterface } from 'node:readline';
const number = { type: 'number' };
const tools = [
  { name: 'add.numbers', description: 'Adds.', inputSchema: { type: 'object', properties: { a: number, b: number } } },
  { name: 'free.form', description: 'Takes anything.', inputSchema: { type: 'object', additionalProperties: true } },
];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const answers = {
    initialize: () => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'adder', version: '1.0.0' },
    }),
    'tools/list': () => ({ tools }),
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.() ?? {} }));
}
`;
