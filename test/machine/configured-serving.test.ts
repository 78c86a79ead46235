import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { configuredServing, decodeSettings } from '../../src/machine/index.ts';

const GUIDE = path.join(import.meta.dirname, '../../docs/guides/serving.md');

const layersOf = (text: string, name: 'user' | 'project' | 'private' = 'user', ownerOnly = true) => ({
  files: [
    {
      name,
      file: '/home/u/.config/toolbase/settings.yaml',
      ownerOnly,
      settings: decodeSettings(text, 'settings'),
    },
  ],
  environment: {},
  flags: { settings: [], externals: [] },
  homeDir: '/home/u',
});

test('the settings that the guide shows are understood', () => {
  const block = /```yaml\nserve:\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8'))![0].slice(8, -3);
  const { tokens, hosts, origins, oauth } = configuredServing(layersOf(`formatVersion: 1\n${block}`));
  expect(Object.fromEntries(tokens)).toEqual({
    alice: { kind: 'env', variable: 'ALICE_TOKEN' },
    lab: { kind: 'file', path: '/home/u/.config/toolbase/lab.token' },
  });
  expect([hosts, origins, oauth?.scopes]).toEqual([
    ['tools.lab.example'],
    ['https://tools.lab.example'],
    ['operations'],
  ]);
});

test.each(['project', 'private'] as const)('what the %s file says of serving is refused', (name) => {
  const layers = layersOf('formatVersion: 1\nserve: {hosts: [evil.example]}\n', name);
  expect(() => configuredServing(layers)).toThrow(expect.objectContaining({ code: 'BAD_SETTINGS' }));
});

test('a token in a file that others may read is refused without being quoted', () => {
  const call = () =>
    configuredServing(layersOf('formatVersion: 1\nserve: {tokens: {a: canary-token}}\n', 'user', false));
  expect(call).toThrow(expect.objectContaining({ code: 'BAD_SETTINGS' }));
  expect(call).not.toThrow('canary-token');
});

test.each([
  'hosts: ["tools.example:80"]',
  'hosts: ["http://tools.example"]',
  'origins: ["tools.example"]',
  'origins: ["https://tools.example/page"]',
  'oauth: {publicAddress: "https://a.example", issuer: "ftp://b.example", keys: {file: k}}',
  'oauth: {publicAddress: "https://a.example/x", issuer: "https://b.example", keys: {file: k}}',
  'secret: x',
])('%s is refused', (text) => {
  expect(() => decodeSettings(`formatVersion: 1\nserve: {${text}}\n`, 'settings')).toThrow(
    expect.objectContaining({ code: 'BAD_SETTINGS' }),
  );
});

test('without any, nobody is let in by name', () => {
  const { tokens, oauth } = configuredServing(layersOf('formatVersion: 1\n'));
  expect([tokens.size, oauth]).toEqual([0, undefined]);
});
