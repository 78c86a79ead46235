import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  configuredRegistries,
  configuredScopes,
  decodeSettings,
  type FileLayer,
  registryTokens,
} from '../../src/machine/index.ts';
import { saveRegistryToken } from '../../src/machine/io/index.ts';
import { layers } from './layers.ts';

const layer = (name: FileLayer['name'], text: string, ownerOnly = true): FileLayer => ({
  name,
  file: `/settings/${name}.yaml`,
  ownerOnly,
  settings: decodeSettings(`formatVersion: 1\n${text}`, name),
});
const SECRET = 'tok-2f8c9a77e1';
const failing = (act: () => unknown, code: string): void => {
  expect(act).toThrow(
    expect.objectContaining({ code, message: expect.not.stringContaining(SECRET) as string }) as Error,
  );
};

describe('settings of registries', () => {
  it('name directories and servers, the strongest file first', () => {
    const files = [
      layer('user', 'registries: {lab: {npm: "https://a.example/"}, own: {npm: "@own"}}'),
      layer('project', 'registries: {lab: {npm: "https://b.example/"}, disk: {directory: toolkits}}'),
    ];
    expect([...configuredRegistries(layers({ files }))]).toEqual([
      ['lab', { npm: 'https://b.example/' }],
      ['disk', { directory: '/settings/toolkits' }],
      ['own', { npm: '@own' }],
    ]);
  });

  it('give a scope to one registry, the strongest file last', () => {
    const files = [
      layer('user', 'scopes: {"@lab": one, "@own": own}'),
      layer('private', 'scopes: {"@lab": two}'),
    ];
    expect(Object.fromEntries(configuredScopes(layers({ files })))).toEqual({ '@lab': 'two', '@own': 'own' });
  });

  it.each([
    'registries: {lab: {}}',
    'registries: {lab: {npm: x, directory: y}}',
    'registries: {lab: {npm: x, token: y}}',
    'scopes: {lab: one}',
    'scopes: {"@Lab": one}',
    `registryTokens: {"https://a.example/": ${SECRET}}`,
    `registryTokens: {"a.example": ${SECRET}}`,
    `registryTokens: {"//a.example/": [${SECRET}]}`,
  ])('are refused when they make no sense: %s', (text) => failing(() => layer('user', text), 'BAD_SETTINGS'));

  it('that are no YAML are not quoted, as a token may stand there', () => {
    failing(() => layer('user', `registryTokens:\n  "//a.example/": ${SECRET}\n bad: [`), 'BAD_YAML');
  });
});

describe('tokens of registries', () => {
  it('are references, or stand in a file of the owner alone', () => {
    const text = `registryTokens: {"//a.example/": "env:LAB", "//b.example/": "file:~/t", "//c.example/": ${SECRET}}`;
    const [a, b, c] = [...registryTokens(layers({ files: [layer('user', text)] })).values()];
    expect([a, b]).toEqual([
      { kind: 'env', variable: 'LAB' },
      { kind: 'file', path: '/home/u/t' },
    ]);
    expect(c?.kind === 'plain' && c.reveal()).toBe(SECRET);
  });

  it('are refused in a file that others may read, and in any of a project', () => {
    const tokens = (file: FileLayer) => registryTokens(layers({ files: [file] }));
    const text = `registryTokens: {"//a.example/": ${SECRET}}`;
    failing(() => tokens(layer('user', text, false)), 'BAD_SETTINGS');
    failing(() => tokens(layer('project', text)), 'BAD_SETTINGS');
    failing(() => tokens(layer('private', text)), 'BAD_SETTINGS');
    failing(() => tokens(layer('private', 'registryTokens: {"//a.example/": "env:HOME"}')), 'BAD_SETTINGS');
  });
});

describe('saving a token', () => {
  let home: string;
  let file: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'toolbase-tokens-'));
    file = path.join(home, 'settings.yaml');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const modeOf = (of: string) => statSync(of).mode & 0o777;

  it('makes the file, for its owner alone', async () => {
    const inside = path.join(home, 'config', 'settings.yaml');
    expect(await saveRegistryToken(inside, '//a.example/', SECRET)).toBe(true);
    expect(readFileSync(inside, 'utf8')).toBe(
      `formatVersion: 1\nregistryTokens:\n  //a.example/: ${SECRET}\n`,
    );
    expect(modeOf(inside)).toBe(0o600);
  });

  it('keeps what is written there, comments included, and closes the file to others', async () => {
    const before = '# mine\nformatVersion: 1\nregistries:\n  lab: { npm: "https://a.example/" } # the lab\n';
    writeFileSync(file, before, { mode: 0o644 });
    await saveRegistryToken(file, '//a.example/', SECRET);
    expect(readFileSync(file, 'utf8')).toBe(`${before}registryTokens:\n  //a.example/: ${SECRET}\n`);
    expect(modeOf(file)).toBe(0o600);
    await saveRegistryToken(file, '//b.example/', 'other');
    expect(await saveRegistryToken(file, '//a.example/', undefined)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(`${before}registryTokens:\n  //b.example/: other\n`);
    expect(await saveRegistryToken(file, '//b.example/', undefined)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await saveRegistryToken(file, '//b.example/', undefined)).toBe(false);
  });

  it('changes nothing in a file that is broken', async () => {
    for (const [text, code] of [
      ['formatVersion: 1\nregistries: 7\n', 'BAD_SETTINGS'],
      ['formatVersion: [\n', 'BAD_YAML'],
    ] as const) {
      writeFileSync(file, text);
      await expect(saveRegistryToken(file, '//a.example/', SECRET)).rejects.toMatchObject({ code });
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });

  it('follows a link to where settings are kept', async () => {
    const kept = path.join(home, 'kept.yaml');
    writeFileSync(kept, 'formatVersion: 1\n');
    symlinkSync(kept, file);
    await saveRegistryToken(file, '//a.example/', SECRET);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(kept, 'utf8')).toContain(SECRET);
  });

  it('says so where nothing can be written', async () => {
    const inside = path.join(home, 'file', 'settings.yaml');
    writeFileSync(path.join(home, 'file'), '');
    await expect(saveRegistryToken(inside, '//a.example/', SECRET)).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
      exitStatus: 3,
    });
  });
});
