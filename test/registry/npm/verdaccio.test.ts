import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { integrityOf, type ToolkitName, type Version } from '../../../src/kernel/index.ts';
import {
  type Credential,
  EMPTY_NPMRC,
  nerfDart,
  type NpmRegistry,
  type Submission,
} from '../../../src/registry/index.ts';
import { openNpmRegistry } from '../../../src/registry/io/index.ts';
import { startVerdaccio, type Verdaccio } from './verdaccio.ts';

const version = (text: string) => text as Version;
const toolkit = (text: string) => text as ToolkitName;
const bytes = (text: string) => Buffer.from(text);

let verdaccio: Verdaccio;
let cacheDir = tmpdir();
let annToken: string;

beforeAll(async () => {
  verdaccio = await startVerdaccio();
  annToken = await as().login({ user: 'ann', password: 'correct horse', register: true });
});
afterAll(() => verdaccio.stop());
beforeEach(() => {
  cacheDir = mkdtempSync(path.join(tmpdir(), 'toolbase-npm-cache-'));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

function as(token?: string, offline = false): NpmRegistry {
  const credentials = new Map<string, Credential>();
  if (token !== undefined) credentials.set(nerfDart(new URL(verdaccio.address)), { kind: 'bearer', token });
  return openNpmRegistry({
    name: 'lab',
    address: verdaccio.address,
    cacheDir,
    offline,
    credentials,
    npmrc: EMPTY_NPMRC,
    env: {},
  });
}

let unique = 0;
/** A name of its own for each test, as they share one registry. */
const fresh = (): ToolkitName => toolkit(`@lab/grid-${(unique += 1)}`);

const submission = (
  name: ToolkitName,
  text: string,
  contents: string,
  more: Partial<Submission> = {},
): Submission => ({
  name,
  version: version(text),
  tarball: bytes(contents),
  toolkitDependencies: { [toolkit('@lab/core')]: '^1.2' },
  packageJson: {
    name,
    version: text,
    description: 'Integrates on a grid',
    keywords: ['quadrature'],
    license: 'MIT',
  },
  ...more,
});

describe('a toolkit published to Verdaccio', () => {
  it('comes back with its dependencies, tags, time and bytes', async () => {
    const name = fresh();
    expect(await as(annToken).publish(submission(name, '1.0.0', 'one'))).toMatchObject({
      outcome: 'published',
      integrity: integrityOf(bytes('one')),
    });
    await as(annToken).publish(submission(name, '1.1.0-rc.1', 'two'));
    const packument = await as().packument(name);
    expect(packument).toEqual({
      formatVersion: 1,
      name,
      distTags: { latest: '1.0.0', next: '1.1.0-rc.1' },
      versions: {
        '1.0.0': {
          integrity: integrityOf(bytes('one')),
          toolkitDependencies: { '@lab/core': '^1.2' },
          publishedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/) as string,
        },
        '1.1.0-rc.1': {
          integrity: integrityOf(bytes('two')),
          toolkitDependencies: { '@lab/core': '^1.2' },
          publishedAt: expect.any(String) as string,
        },
      },
    });
    expect(Buffer.from(await as().tarball(name, version('1.1.0-rc.1'))).toString()).toBe('two');
  });

  it('is shown to npm with what its package.json says', async () => {
    const name = fresh();
    await as(annToken).publish(submission(name, '1.0.0', 'one'));
    const shown: unknown = await (await fetch(`${verdaccio.address}${name}/1.0.0`)).json();
    expect(shown).toMatchObject({
      name,
      version: '1.0.0',
      description: 'Integrates on a grid',
      license: 'MIT',
      keywords: ['quadrature', 'toolbase-toolkit'],
      toolbase: { kind: 'toolkit' },
      toolkitDependencies: { '@lab/core': '^1.2' },
    });
  });

  it('is unchanged by the same bytes and refuses others', async () => {
    const name = fresh();
    await as(annToken).publish(submission(name, '1.0.0', 'one'));
    expect(await as(annToken).publish(submission(name, '1.0.0', 'one'))).toMatchObject({
      outcome: 'unchanged',
    });
    await expect(as(annToken).publish(submission(name, '1.0.0', 'other'))).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      exitStatus: 2,
    });
    expect(Buffer.from(await as().tarball(name, version('1.0.0'))).toString()).toBe('one');
  });

  it('takes the versions of publishers that run at once', async () => {
    const name = fresh();
    const versions = ['1.0.0', '1.0.1', '1.0.2', '1.0.3', '1.0.4'];
    await Promise.all(versions.map((text) => as(annToken).publish(submission(name, text, text))));
    expect(Object.keys((await as().packument(name))?.versions ?? {}).sort()).toEqual(versions);
  });

  it('does not lose latest to a release of an older line', async () => {
    const name = fresh();
    for (const text of ['1.0.0', '2.0.0', '1.0.1']) await as(annToken).publish(submission(name, text, text));
    expect((await as().packument(name))?.distTags).toEqual({ latest: '2.0.0', 'release-1-x': '1.0.1' });
  });

  it('cannot be published by nobody, or without the right', async () => {
    await expect(as().publish(submission(fresh(), '1.0.0', 'one'))).rejects.toMatchObject({
      code: 'REGISTRY_DENIED',
      exitStatus: 3,
      hint: expect.stringContaining('toolbase login --registry lab') as string,
    });
    await expect(as('not-a-token').publish(submission(fresh(), '1.0.0', 'one'))).rejects.toMatchObject({
      code: 'REGISTRY_DENIED',
    });
    const closed = submission(toolkit('@closed/grid'), '1.0.0', 'one');
    await expect(as(annToken).publish(closed)).rejects.toMatchObject({ code: 'REGISTRY_DENIED' });
  });

  it('is fetched with what a lock states, and not fetched twice', async () => {
    const name = fresh();
    await as(annToken).publish(submission(name, '1.0.0', 'one'));
    const registry = as();
    await expect(registry.tarball(name, version('1.0.0'), integrityOf(bytes('two')))).rejects.toMatchObject({
      code: 'INTEGRITY_MISMATCH',
    });
    await registry.tarball(name, version('1.0.0'), integrityOf(bytes('one')));
    const offline = as(undefined, true);
    expect(
      Buffer.from(await offline.tarball(name, version('1.0.0'), integrityOf(bytes('one')))).toString(),
    ).toBe('one');
  });

  it('is at hand offline once it was looked up, and said to be missing before', async () => {
    const name = fresh();
    await as(annToken).publish(submission(name, '1.0.0', 'one'));
    const offline = as(undefined, true);
    await expect(offline.packument(name)).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
      exitStatus: 3,
    });
    const online = await as().packument(name);
    await as().tarball(name, version('1.0.0'));
    expect(await offline.packument(name)).toEqual(online);
    expect(Buffer.from(await offline.tarball(name, version('1.0.0'))).toString()).toBe('one');
    await expect(as(annToken, true).publish(submission(name, '2.0.0', 'two'))).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
    });
  });
});

describe('what is said of a published toolkit can change', () => {
  it('by tags', async () => {
    const name = fresh();
    for (const text of ['1.0.0', '2.0.0']) await as(annToken).publish(submission(name, text, text));
    await as(annToken).setDistTag(name, 'stable', version('1.0.0'));
    expect(Object.fromEntries(await as().distTags(name))).toEqual({ latest: '2.0.0', stable: '1.0.0' });
    expect((await as().packument(name))?.distTags).toEqual({ latest: '2.0.0', stable: '1.0.0' });
    await as(annToken).removeDistTag(name, 'stable');
    expect(Object.fromEntries(await as().distTags(name))).toEqual({ latest: '2.0.0' });
  });

  it('but not by tags that are none, of versions that are none, or by nobody', async () => {
    const name = fresh();
    await as(annToken).publish(submission(name, '1.0.0', 'one'));
    const set = (tag: string, to: string, token?: string) => as(token).setDistTag(name, tag, version(to));
    await expect(set('x', '1.0.0', annToken)).rejects.toMatchObject({ code: 'BAD_NAME' });
    await expect(set('../x', '1.0.0', annToken)).rejects.toMatchObject({ code: 'BAD_NAME' });
    await expect(set('stable', '3.0.0', annToken)).rejects.toMatchObject({ code: 'NO_VERSION' });
    await expect(set('stable', '1.0.0')).rejects.toMatchObject({ code: 'REGISTRY_DENIED' });
    await expect(as(annToken).removeDistTag(name, 'latest')).rejects.toMatchObject({ code: 'USAGE' });
    await expect(as().distTags(fresh())).rejects.toMatchObject({ code: 'UNKNOWN_TOOLKIT' });
  });

  it('by a deprecation, which can be taken back', async () => {
    const name = fresh();
    for (const text of ['1.0.0', '1.1.0']) await as(annToken).publish(submission(name, text, text));
    await as(annToken).deprecate(name, [version('1.0.0')], 'wrong by a factor of 2; use 1.1');
    const deprecated = async () =>
      Object.entries((await as().packument(name))?.versions ?? {}).map(([at, release]) => [
        at,
        release.deprecated,
      ]);
    expect(await deprecated()).toEqual([
      ['1.0.0', 'wrong by a factor of 2; use 1.1'],
      ['1.1.0', undefined],
    ]);
    await as(annToken).deprecate(name, [version('1.0.0')], '');
    // Nor does the one who did it see the old word when there is no network next.
    expect(
      (await as(undefined, true).packument(name))?.versions[version('1.0.0')]?.deprecated,
    ).toBeUndefined();
    expect(await deprecated()).toEqual([
      ['1.0.0', undefined],
      ['1.1.0', undefined],
    ]);
    await expect(as(annToken).deprecate(name, [version('3.0.0')], 'no')).rejects.toMatchObject({
      code: 'NO_VERSION',
    });
    await expect(as(annToken).deprecate(fresh(), [version('3.0.0')], 'no')).rejects.toMatchObject({
      code: 'UNKNOWN_TOOLKIT',
    });
  });

  it('by taking back a version, then the last one, and with it the toolkit', async () => {
    const name = fresh();
    for (const text of ['1.0.0', '1.1.0']) await as(annToken).publish(submission(name, text, text));
    await as(annToken).unpublish(name, version('1.1.0'));
    const left = await as().packument(name);
    expect(Object.keys(left?.versions ?? {})).toEqual(['1.0.0']);
    expect(left?.distTags).toEqual({ latest: '1.0.0' });
    await expect(as().tarball(name, version('1.1.0'), integrityOf(bytes('1.1.0')))).rejects.toMatchObject({
      code: 'NO_VERSION',
    });
    await as(annToken).unpublish(name, version('1.0.0'));
    expect(await as().packument(name)).toBeUndefined();
  });
});

describe('a search in Verdaccio', () => {
  it('finds toolkits and nothing else', async () => {
    const name = toolkit('@lab/decay-tables');
    await as(annToken).publish(submission(name, '1.0.0', 'one'));
    await as(annToken).publish(submission(name, '1.1.0-rc.1', 'two'));
    await publishPlain('decay-helper', ['decay']);
    await publishPlain('decay-pretender', ['toolbase-toolkit']);
    expect(await as().search('decay', 10)).toEqual([
      { name, version: '1.0.0', description: 'Integrates on a grid' },
    ]);
    const names = await as().names();
    expect(names).toContain(name);
    expect(names).not.toContain('decay-helper');
    expect(names).toEqual([...names].sort());
    expect(await as().packument(toolkit('decay-helper'))).toBeUndefined();
    expect(await as().search('no such words', 10)).toEqual([]);
  });

  async function publishPlain(name: string, keywords: string[]): Promise<void> {
    const tarball = bytes(name);
    const document = {
      _id: name,
      name,
      'dist-tags': { latest: '1.0.0' },
      versions: {
        '1.0.0': {
          name,
          version: '1.0.0',
          keywords,
          dist: {
            integrity: integrityOf(tarball),
            tarball: `${verdaccio.address}${name}/-/${name}-1.0.0.tgz`,
          },
        },
      },
      _attachments: { [`${name}-1.0.0.tgz`]: { data: tarball.toString('base64'), length: tarball.length } },
    };
    const { status } = await fetch(`${verdaccio.address}${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${annToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    expect(status).toBe(201);
  }
});

describe('an account in Verdaccio', () => {
  it('gives a token that says who asks', async () => {
    const token = await as().login({ user: 'ann', password: 'correct horse' });
    expect(await as(token).whoami()).toBe('ann');
    expect(await as().whoami()).toBeUndefined();
    expect(await as('wrong').whoami()).toBeUndefined();
  });

  it('is not made by a login with a misspelt name', async () => {
    await expect(as().login({ user: 'anne', password: 'correct horse' })).rejects.toMatchObject({
      code: 'REGISTRY_DENIED',
    });
    await expect(as().login({ user: 'ann', password: 'wrong horse' })).rejects.toMatchObject({
      code: 'REGISTRY_DENIED',
    });
    await expect(
      as().login({ user: 'ann', password: 'correct horse', register: true }),
    ).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await as().login({ user: 'anne', password: 'correct horse', register: true });
  });

  it('never sees its password or token in an error', async () => {
    const password = 'p4ssw0rd-that-nobody-says';
    const failures = [
      await as()
        .login({ user: 'ann', password })
        .catch((error: unknown) => error),
      await as(password)
        .publish(submission(fresh(), '1.0.0', 'one'))
        .catch((error: unknown) => error),
    ];
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: 'REGISTRY_DENIED' });
      expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(password);
    }
  });

  it('is told when a registry goes on accepting a token after logout', async () => {
    expect(await as().logout()).toBe('no-token');
    expect(await as(await as().login({ user: 'ann', password: 'correct horse' })).logout()).toBe('kept');
  });
});
