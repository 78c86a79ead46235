import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paramsFault } from '../../src/server/request-fault.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { HANDSHAKE, MODERN, type Served, serveArguments, startServe } from './served.ts';

let installed: Installed;
let served: Served | undefined;

beforeAll(async () => {
  installed = await installFixtures({
    name: 'workbench',
    fixture: 'workbench.mjs',
    files: {
      'skills/copying/SKILL.md': '---\nname: copying\ndescription: How to copy.\n---\nUse Copy.\n',
      'skills/copying/procedures/copy.md': '---\ntitle: Copy\ndescription: Copies.\n---\nCopy it.\n',
    },
    skills: ['skills/copying'],
  });
});

afterEach(() => served?.child.kill('SIGKILL'));

/** Params that do not fit a method, and what the answer has to name. */
const FAULTY = [
  ['tools/list', { cursor: 5 }, 'params/cursor'],
  ['tools/call', { name: 5 }, 'params/name'],
  ['tools/call', { name: 'workbench__Copy', arguments: [] }, 'params/arguments'],
  ['resources/list', { cursor: 5 }, 'params/cursor'],
  ['resources/templates/list', { cursor: {} }, 'params/cursor'],
  ['resources/read', {}, 'params/uri: is missing'],
  ['prompts/list', { cursor: [] }, 'params/cursor'],
  ['prompts/get', { name: null }, 'params/name'],
  ['completion/complete', { ref: { type: 'x' } }, 'params/ref'],
  ['skills/list', { cursor: 1 }, 'cursor'],
  ['skills/get', {}, 'uri'],
] as const;

const LEGACY = [
  ['logging/setLevel', { level: 'loud' }, 'params/level: expected one of "debug"|"info"'],
  ['logging/setLevel', undefined, 'params: is missing'],
] as const;

describe('params that do not fit a method', () => {
  it.each([
    ['handshake', HANDSHAKE, {}, [...FAULTY, ...LEGACY]],
    ['2026-07-28', [], { _meta: MODERN }, FAULTY],
  ] as const)('are the fault of who sent them, said in words (%s)', async (_era, opening, meta, faulty) => {
    served = startServe(serveArguments(installed, workspaceFolder()));
    const requests = faulty.map(([method, params], index) => ({
      ...{ jsonrpc: '2.0', id: 100 + index, method },
      ...(params === undefined ? {} : { params: { ...params, ...meta } }),
    }));
    served.send(...opening, ...requests);
    for (const [index, [method, , place]] of faulty.entries()) {
      const { error } = await served.answer(100 + index);
      expect(error?.code, method).toBe(-32602);
      expect(error?.message, method).toContain(place);
      expect(error?.message, method).toContain(method);
      expect(error?.message, method).not.toMatch(/[{\n]|invalid_|Invalid input/);
    }
  });

  it('leave the handshake open to one that fits', async () => {
    served = startServe(serveArguments(installed, workspaceFolder()));
    served.send({ jsonrpc: '2.0', id: 100, method: 'initialize', params: {} }, ...HANDSHAKE);
    const { error } = await served.answer(100);
    expect(error).toMatchObject({ code: -32602 });
    expect(error?.message).toContain('params/protocolVersion: is missing');
    expect((await served.answer(1)).result).toMatchObject({ protocolVersion: '2025-06-18' });
  });
});

describe('paramsFault', () => {
  it('takes no other text for a list of issues', () => {
    for (const text of ['', '[', '[]', '[1]', 'x [{"message":1}]', 'it failed'])
      expect(paramsFault('tools/list', text)).toBeUndefined();
  });

  it('says a long list in a bounded text', () => {
    const issues = Array.from({ length: 500 }, (_, index) => ({ path: ['params', index], message: 'wrong' }));
    expect(paramsFault('tools/list', JSON.stringify(issues))?.length).toBe(800);
  });
});
