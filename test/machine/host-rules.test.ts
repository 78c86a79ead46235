import { expect, test } from 'vitest';
import { decodeSettings, type FileLayer, hostRules } from '../../src/machine/index.ts';

const layer = (name: FileLayer['name'], toolkit: string): FileLayer => ({
  name,
  file: `/${name}.yaml`,
  ownerOnly: true,
  settings: decodeSettings(`formatVersion: 1\ntoolkits:\n  grid:\n${toolkit.replace(/^/gm, '    ')}\n`, name),
});

const rules = (...files: FileLayer[]) => hostRules('grid', { files });

test('without a word everything is allowed, with the limits of the toolkit and no sandbox', () => {
  const { sandbox, network, policyOf, limitsOf } = rules(layer('user', 'settings: {}'));
  expect([sandbox, network, policyOf('Width')]).toEqual([false, false, 'allow']);
  expect(limitsOf('Width', { wallMs: 5 })).toEqual({ wallMs: 5 });
});

test('the strictest policy of all files counts, a named operation before the star', () => {
  const user = layer('user', 'operations: { "*": { policy: ask }, Width: { policy: allow } }');
  expect(rules(user).policyOf('Width')).toBe('allow');
  expect(rules(user).policyOf('Mass')).toBe('ask');
  expect(rules(user, layer('project', 'operations: { Width: { policy: deny } }')).policyOf('Width')).toBe(
    'deny',
  );
  expect(rules(user, layer('private', 'operations: { Mass: { policy: allow } }')).policyOf('Mass')).toBe(
    'ask',
  );
});

test('the user raises a limit, a project only lowers it', () => {
  const user = layer('user', 'operations: { Width: { limits: { wallMs: 900, memoryMiB: 512 } } }');
  const project = layer(
    'project',
    'operations: { "*": { limits: { wallMs: 2000, memoryMiB: 64, concurrency: 3 } } }',
  );
  expect(rules(user).limitsOf('Width', { wallMs: 100, outputBytes: 7 })).toEqual({
    wallMs: 900,
    memoryMiB: 512,
    outputBytes: 7,
  });
  expect(rules(user, project).limitsOf('Width', { wallMs: 100 })).toEqual({
    wallMs: 900,
    memoryMiB: 64,
    concurrency: 3,
  });
});

test('any file may ask for a sandbox, only the user allows the network in it', () => {
  const user = layer('user', 'network: true');
  expect(rules(user, layer('project', 'sandbox: true'))).toMatchObject({ sandbox: true, network: true });
  expect(rules(layer('user', 'sandbox: true'), layer('project', 'sandbox: false'))).toMatchObject({
    sandbox: true,
  });
  expect(() => rules(layer('project', 'network: true'))).toThrow(
    expect.objectContaining({ code: 'BAD_SETTINGS' }),
  );
});
