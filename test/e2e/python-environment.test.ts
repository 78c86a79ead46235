import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../src/kernel/io/index.ts';
import { needsExternal } from '../external.ts';
import { realPython, writeWheel } from '../store/environments/local-packages.ts';
import { errorOf, freshFolder, toolbase } from './toolbase.ts';

/** A stdio MCP server that needs the package `spin`, and a module of its own. */
const SERVER = `import json, os, sys
import spin, own

TOOL = {
    "name": "spin.of",
    "description": "Spin of a particle, in units of hbar.",
    "inputSchema": {
        "type": "object",
        "properties": {"particle": {"type": "string", "description": "its name"}},
        "required": ["particle"],
        "additionalProperties": False,
    },
}

def answer(method, params):
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                "serverInfo": {"name": "spins", "version": "1.0.0"}}
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        found = {"spin": spin.OF[params["arguments"]["particle"]] * own.FACTOR,
                 "share": os.path.isdir(sys.argv[1]), "path": os.environ.get("PYTHONPATH", "")}
        return {"content": [{"type": "text", "text": json.dumps(found)}], "structuredContent": found}
    return None

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = answer(message["method"], message.get("params", {}))
    reply = {"error": {"code": -32601, "message": "unknown method"}} if result is None else {"result": result}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **reply}), flush=True)
`;

const files = (hash: string) => ({
  'spins/package.json': JSON.stringify({ name: 'spins', version: '1.0.0', files: ['server'] }),
  'spins/toolkit.yaml': `formatVersion: 1
kind: toolkit
title: Spins
summary: A Python server with a package.
host:
  kind: mcp
  command: \${environment.py}
  args: ["\${toolkit}/server/main.py", "\${environment.py}/lib"]
environments:
  py: {kind: python, requirements: server/requirements.txt, python: ">=3.8"}
`,
  'spins/server/main.py': SERVER,
  'spins/server/own.py': 'FACTOR = 1\n',
  'spins/server/requirements.txt': `spin==1.0 \\\n    --hash=sha256:${hash}\n`,
  'tells/package.json': JSON.stringify({ name: 'tells', version: '1.0.0', type: 'module' }),
  'tells/toolkit.yaml': `formatVersion: 1
kind: toolkit
title: Tells
summary: A node toolkit that runs Python.
host: {kind: node, entry: toolkit.mjs}
environments:
  py: {kind: python, requirements: requirements.txt, python: ">=3.8"}
`,
  'tells/requirements.txt': `spin==1.0 --hash=sha256:${hash}\n`,
  'tells/toolkit.mjs': `import { execFileSync } from 'node:child_process';
import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';
export const toolkit = defineToolkit({
  operations: [
    defineOperation({
      name: 'Spin',
      description: 'Spin of the electron, in units of hbar.',
      input: z.object({}),
      output: z.object({ spin: z.number(), other: z.boolean() }),
      run: (_input, context) => ({
        spin: Number(
          execFileSync(context.environment('py').python, ['-c', 'import spin; print(spin.OF["electron"])'], {
            encoding: 'utf8',
          }),
        ),
        other: context.environment('other') !== undefined,
      }),
    }),
  ],
});
`,
  'x.yaml': 'formatVersion: 1\ntoolkits: {spins: "1", tells: "1"}\n',
});

describe('toolkits with a Python environment', () => {
  const python = realPython();
  let author: string;
  let user: string;
  let env: Record<string, string>;
  let lock: string;

  beforeAll(async () => {
    if (python === undefined) return;
    [author, user] = [await freshFolder(), await freshFolder()];
    const hash = writeWheel(path.join(author, 'wheels'), 'spin', '1.0', {
      'spin.py': 'OF = {"electron": 0.5}\n',
    });
    env = {
      PIP_FIND_LINKS: path.join(author, 'wheels'),
      PIP_NO_INDEX: '1',
      UV_FIND_LINKS: path.join(author, 'wheels'),
    };
    Object.assign(env, { UV_OFFLINE: '1', PYTHONPATH: author });
    for (const [file, text] of Object.entries(files(hash))) {
      await mkdir(path.dirname(path.join(author, file)), { recursive: true });
      await writeFile(path.join(author, file), text);
    }
    lock = path.join(author, 'x.lock');
    for (const args of [
      ['publish', 'spins'],
      ['publish', 'tells'],
      ['lock', 'x.yaml'],
    ])
      expect(await toolbase(author, args, { env })).toMatchObject({ status: 0, stderr: '' });
  });

  const asUser = (...args: string[]) => toolbase(user, args, { env });
  const install = () => asUser('install', lock, '--registry', path.join(author, 'registry'));
  const answerOf = async (name: string, input: object): Promise<unknown> =>
    JSON.parse(
      (await asUser('call', lock, name, '--arguments', JSON.stringify(input), '--json')).stdout,
    ) as unknown;

  it('are installed on another machine, called and verified', async (context) => {
    needsExternal(context, 'python3 with venv and pip', python !== undefined);
    const installed = await install();
    expect(installed.stderr).toBe('');
    expect(installed.stdout).toContain('spins 1.0.0 installed\n  python environment py built\n');
    expect(await answerOf('spins__spin_of', { particle: 'electron' })).toEqual({
      spin: 0.5,
      share: true,
      path: '',
    });
    expect(await answerOf('tells__Spin', {})).toEqual({ spin: 0.5, other: false });
    const environments = await readdir(path.join(user, 'store/v1/environments'));
    expect(environments).toHaveLength(2);
    const verified = await asUser('verify', lock);
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect((await install()).stdout).toContain(
      'spins 1.0.0 already there\n  python environment py already there\n',
    );
  });

  it('are not served while the environment is missing, and the command that helps is named', async (context) => {
    needsExternal(context, 'python3 with venv and pip', python !== undefined);
    await removeFolder(path.join(user, 'store/v1/environments'));
    const ended = await asUser('call', lock, 'spins__spin_of', '--json');
    expect(ended.status).toBe(3);
    expect(errorOf(ended)).toEqual({
      code: 'NOT_INSTALLED',
      message: 'environment py of spins is not in the store',
      hint: `Run \`toolbase install ${lock}\`.`,
    });
    expect(await asUser('verify', lock)).toMatchObject({ status: 3 });
  });

  it('are not packed when a requirement has no hash', async (context) => {
    needsExternal(context, 'python3 with venv and pip', python !== undefined);
    await writeFile(path.join(author, 'tells/requirements.txt'), 'spin==1.0\n');
    const ended = await toolbase(author, ['pack', 'tells', '--json'], { env });
    expect(errorOf(ended)).toMatchObject({ code: 'BAD_MANIFEST' });
    expect(errorOf(ended)?.message).toContain('requirements.txt: line 1 has no --hash=sha256');
  });
});
