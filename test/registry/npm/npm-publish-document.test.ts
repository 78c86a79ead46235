import { describe, expect, it } from 'vitest';
import { integrityOf, type ToolkitName, type Version } from '../../../src/kernel/index.ts';
import { checkedTag, publishDocument, publishTag } from '../../../src/registry/npm-publish-document.ts';
import type { Packument } from '../../../src/registry/index.ts';

const version = (text: string) => text as Version;
const published = (...versions: string[]): Packument => ({
  formatVersion: 1,
  name: 'grid' as ToolkitName,
  distTags: {},
  versions: Object.fromEntries(
    versions.map((text) => [text, { integrity: integrityOf(Buffer.from(text)), toolkitDependencies: {} }]),
  ),
});

describe('the tag of a new version', () => {
  it.each<[string, string[], string]>([
    ['1.0.0', [], 'latest'],
    ['1.1.0', ['1.0.0'], 'latest'],
    ['1.1.0', ['1.0.0', '2.0.0-rc.1'], 'latest'],
    ['1.0.1', ['1.0.0', '2.0.0'], 'release-1-x'],
    ['2.0.0-rc.1', ['1.0.0'], 'next'],
    ['1.0.0-rc.1', [], 'latest'],
    ['1.0.0-rc.10', ['1.0.0-rc.9'], 'latest'],
    ['1.0.0-rc.8', ['1.0.0-rc.9'], 'next'],
  ])('%s after %j is %s', (text, before, tag) => {
    expect(publishTag(version(text), published(...before), undefined)).toBe(tag);
  });

  it('is the one asked for', () => {
    expect(publishTag(version('1.0.0'), undefined, 'beta')).toBe('beta');
  });

  it.each(['', '1.0.0', 'x', 'v1', '1.x', '../x', 'A', 'a b', 'x'.repeat(65)])('is not %j', (tag) => {
    expect(() => checkedTag(tag)).toThrow(expect.objectContaining({ code: 'BAD_NAME' }) as Error);
  });
});

describe('the document of a new version', () => {
  const submission = {
    name: '@lab/grid' as ToolkitName,
    version: version('1.0.0'),
    tarball: Buffer.from('one'),
    toolkitDependencies: { ['@lab/core' as ToolkitName]: '^1' },
  };
  const registry = new URL('http://127.0.0.1:4873/npm/');

  it('is what npm sends', () => {
    const packageJson = {
      name: 'lies',
      version: '9.9.9',
      keywords: ['grid', 7],
      license: 'MIT',
      toolbase: 'lies',
    };
    expect(publishDocument({ ...submission, packageJson, readme: '# Grid' }, 'next', registry)).toEqual({
      _id: '@lab/grid',
      name: '@lab/grid',
      description: '',
      'dist-tags': { next: '1.0.0' },
      versions: {
        '1.0.0': {
          name: '@lab/grid',
          version: '1.0.0',
          description: '',
          license: 'MIT',
          keywords: ['grid', 'toolbase-toolkit'],
          toolbase: { kind: 'toolkit' },
          toolkitDependencies: { '@lab/core': '^1' },
          _id: '@lab/grid@1.0.0',
          dist: {
            // printf one | openssl dgst -sha512 -binary | base64; printf one | sha1sum
            integrity:
              'sha512-BfcDQQeKz2oG1CPSFyD5ZD1flTYm2IoCY23DqeeVgq6wyCCFf9P43FAqqDYNLI+pephf2ltim4CcrRj/ti04mQ==',
            shasum: 'fe05bcdcdc4928012781a5f1a2a77cbb5398e106',
            tarball: 'http://127.0.0.1:4873/npm/@lab/grid/-/grid-1.0.0.tgz',
          },
        },
      },
      access: null,
      readme: '# Grid',
      _attachments: {
        '@lab/grid-1.0.0.tgz': { content_type: 'application/octet-stream', data: 'b25l', length: 3 },
      },
    });
  });

  it('is refused for a private package', () => {
    expect(() =>
      publishDocument({ ...submission, packageJson: { private: true } }, 'latest', registry),
    ).toThrow(expect.objectContaining({ code: 'BAD_MANIFEST' }) as Error);
  });
});
