import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolbaseError } from '../../../src/kernel/index.ts';
import { decodeSettings } from '../../../src/machine/index.ts';
import { needsExternal } from '../../external.ts';
import { listing } from '../../e2e/toolbase.ts';
import { ArchiveLab, textOf } from './archive-lab.ts';

let labs: ArchiveLab;
beforeEach(() => {
  labs = new ArchiveLab();
});
afterEach(() => labs.remove());

describe('a loadout archive', () => {
  it('holds the loadout, the lock, every toolkit, its skills and pins, and pages for the reader', async () => {
    await labs.locked({ environment: true });
    const result = await labs.export();
    expect(result).toMatchObject({
      toolkits: 2,
      operations: 1,
      thin: false,
      environments: ['grid: py (python)'],
    });
    const entries = labs.entries();
    expect(entries.map(({ path, mode }) => `${mode.toString(8)} ${path}`)).toEqual([
      '644 README.md',
      '644 archive.json',
      '644 environments/grid/py/requirements.txt',
      '644 loadout.lock',
      '644 loadout.yaml',
      '644 sbom.spdx.json',
      '644 settings.template.yaml',
      '644 skills/grid/fit/SKILL.md',
      '755 skills/grid/fit/run.sh',
      '644 toolkits/@lab/core-1.2.0.tgz',
      '644 toolkits/grid-1.0.0.tgz',
    ]);
    expect(textOf(entries, 'README.md')).toMatch(/^# Loadout of grid\n/);
    expect(textOf(entries, 'loadout.yaml')).toContain('# which one');
    expect(textOf(entries, 'loadout.lock')).toBe(readFileSync(labs.lab.path('x.lock'), 'utf8'));
  });

  it('is made from the store in the same bytes as from a registry', async () => {
    await labs.locked();
    const { lock } = await labs.lab.lock();
    const first = await labs.export('a.loadout.tgz');
    await labs.lab.install(lock);
    labs.lab.registries = [];
    const second = await labs.export('b.loadout.tgz');
    expect(second.integrity).toBe(first.integrity);
    expect(readFileSync(labs.lab.path('b.loadout.tgz'))).toEqual(
      readFileSync(labs.lab.path('a.loadout.tgz')),
    );
  });

  it('tells the reader what it is, what must be set and how to use it', async () => {
    await labs.locked({ environment: true });
    const { interfaceDigest } = await labs.export();
    const readme = textOf(labs.entries(), 'README.md');
    expect(readme).toContain(interfaceDigest);
    expect(readme).toContain('| `grid__Width` | Computes Width, in GeV. | grid 1.0.0 |');
    expect(readme).toContain(
      'Token of the database (secret text, must be set). Ask who keeps it | `TOOLBASE_SETTING_GRID__TOKEN`',
    );
    expect(readme).toContain('FORM, `no-such-form` >=4.3 (apt: form)');
    expect(readme).toContain('toolbase import x.loadout.tgz');
    expect(readme).toContain('| grid: py | Python >=3.8 | `environments/grid/py/` |');
  });

  it('has a template of the settings with names, types and help, which is a settings file without values', async () => {
    await labs.locked();
    await labs.export();
    const template = textOf(labs.entries(), 'settings.template.yaml');
    expect(decodeSettings(template, 'template').toolkits).toEqual({});
    expect(template).toContain(
      '#       # Token of the database: secret text, must be set\n#       # Ask who keeps it\n',
    );
    expect(template).toContain(
      '#       # Threads: number, at least 1, at most 64, default 2, may be left out\n',
    );
    const copied = template
      .replaceAll(/^# (?! )(?=toolkits| )/gm, '')
      .replaceAll(/^# {2}/gm, '  ')
      .replace('token: env:', 'token: env:GRID_TOKEN')
      .replace('n_threads:', 'n_threads: 4')
      .replace(' form:', ' form: /opt/form');
    expect(decodeSettings(copied, 'copied').toolkits).toEqual({
      grid: {
        settings: { token: 'env:GRID_TOKEN', n_threads: 4 },
        externals: { form: '/opt/form' },
        operations: {},
      },
    });
  });

  it('holds a bill of materials that the tools of SPDX find valid', async (context) => {
    await labs.locked({ environment: true });
    await labs.export();
    const sbom = JSON.parse(textOf(labs.entries(), 'sbom.spdx.json')) as {
      packages: { name: string; versionInfo?: string }[];
      relationships: { relationshipType: string }[];
    };
    expect(sbom.packages.map(({ name, versionInfo }) => `${name} ${versionInfo ?? '-'}`).slice(1)).toEqual([
      'spin 1.0',
      'no-such-form -',
      '@lab/core 1.2.0',
      'grid 1.0.0',
    ]);
    expect(sbom.relationships.map(({ relationshipType }) => relationshipType).sort()).toEqual([
      'CONTAINS',
      'CONTAINS',
      'DEPENDS_ON',
      'DEPENDS_ON',
      'DESCRIBES',
      'HAS_PREREQUISITE',
    ]);
    expect(new Ajv({ strict: true, allErrors: true }).compile(SPDX_2_3)(sbom)).toBe(true);
    needsExternal(context, 'pyspdxtools (pip install spdx-tools)', spdxStatus('--help') === 0);
    const file = labs.lab.write('sbom.spdx.json', JSON.stringify(sbom));
    expect(spdxStatus('-i', file)).toBe(0);
    const wrong = labs.lab.write('wrong.spdx.json', JSON.stringify({ ...sbom, documentNamespace: 'x' }));
    expect(spdxStatus('-i', wrong)).toBe(1);
  });

  it('holds a loadout that extends others as one that stands alone', async () => {
    await labs.locked();
    labs.lab.write('base.yaml', 'formatVersion: 1\ntoolkits: {grid: "^1"}\n');
    labs.lab.write('x.yaml', 'formatVersion: 1\nextends: base.yaml\ntitle: Mine\n');
    await labs.lab.lock();
    await labs.export();
    expect(textOf(labs.entries(), 'loadout.yaml')).toContain('title: Mine');
    expect(await labs.import(labs.lab.path('x.loadout.tgz'))).toMatchObject({ outcome: 'written' });
  });

  it('is refused when the loadout was changed after it was locked, or is not there', async () => {
    await labs.locked();
    labs.lab.loadout('  grid: "1.0.0"');
    await expect(labs.export()).rejects.toMatchObject({ code: 'LOCK_STALE' });
    const { lab } = labs;
    writeFileSync(lab.path('alone.lock'), readFileSync(lab.path('x.lock')));
    await expect(labs.exportAs('loadout', 'x.loadout.tgz', false, 'alone.lock')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(existsSync(lab.path('x.loadout.tgz'))).toBe(false);
  });
});

describe('importing', () => {
  it('installs from the archive alone, writes loadout and lock, and names what is left to set', async () => {
    await labs.locked();
    await labs.export();
    const result = await labs.import(labs.lab.path('x.loadout.tgz'));
    expect(result.steps.map(({ action, name }) => `${action} ${name}`)).toEqual([
      'fetch @lab/core',
      'fetch grid',
    ]);
    expect(readFileSync(result.lockFile, 'utf8')).toBe(readFileSync(labs.lab.path('x.lock'), 'utf8'));
    expect(readFileSync(result.loadoutFile, 'utf8')).toBe(readFileSync(labs.lab.path('x.yaml'), 'utf8'));
    expect(result.toSet).toEqual([
      {
        toolkit: 'grid',
        kind: 'setting',
        name: 'token',
        what: 'Token of the database (secret text, must be set)',
        variable: 'TOOLBASE_SETTING_GRID__TOKEN',
      },
      {
        toolkit: 'grid',
        kind: 'external',
        name: 'form',
        what: 'FORM (no-such-form >=4.3); apt: form',
        variable: 'TOOLBASE_EXTERNAL_GRID__FORM',
      },
    ]);
    expect(readFileSync(`${result.skills[0]!.folder}/SKILL.md`, 'utf8')).toContain('How to fit.');
    expect(await labs.import(labs.lab.path('x.loadout.tgz'))).toMatchObject({ outcome: 'unchanged' });
  });

  it('gets the toolkits of a thin archive from registries, and only the locked bytes', async () => {
    await labs.locked();
    await labs.export('thin.tgz', true);
    expect(labs.entries('thin.tgz').some(({ path }) => path.startsWith('toolkits/'))).toBe(false);
    const result = await labs.import(labs.lab.path('thin.tgz'));
    expect(result.steps.map(({ action }) => action)).toEqual(['fetch', 'fetch']);
    expect(result.lockFile).toBe(labs.other.path('in/thin.lock'));
  });

  it('warns that nobody else has the own registry of whoever exports', async () => {
    await labs.locked();
    expect((await labs.export()).warnings).toEqual([
      expect.stringMatching(
        /^@lab\/core, grid come from the registry `local`, .* neither check nor update it/,
      ),
    ]);
    expect((await labs.export('thin.tgz', true)).warnings).toEqual([
      expect.stringContaining('nobody else can import this thin archive'),
    ]);
    const { lab } = labs;
    lab.registries = [{ ...lab.local, name: 'lab' }];
    await lab.lock({ update: 'all' });
    expect((await labs.export()).warnings).toEqual([]);
  });

  it('looks at the signatures in the archive under the rules of this machine, before it writes', async () => {
    const { lab, other } = labs;
    await labs.locked();
    const bundles = [{ mediaType: 'a bundle' }];
    const signatures = (name: string) => Promise.resolve(name === 'grid' ? bundles : []);
    lab.registries = [{ ...lab.local, signatures }];
    labs.signed = true;
    await labs.export();
    const seen: unknown[] = [];
    labs.checkSignatures = (signed) => {
      seen.push([signed.name, signed.registry, signed.bundles]);
      return signed.bundles.length === 0 && signed.registry === 'archive'
        ? Promise.reject(new ToolbaseError('BAD_SIGNATURE', `${signed.name} is not signed`))
        : Promise.resolve();
    };
    await expect(labs.import(lab.path('x.loadout.tgz'))).rejects.toMatchObject({ code: 'BAD_SIGNATURE' });
    expect(existsSync(other.path('in'))).toBe(false);
    expect(await other.store.list()).toEqual([]);
    labs.checkSignatures = (signed) =>
      Promise.resolve(seen.push([signed.name, signed.registry, signed.bundles]));
    seen.length = 0;
    await labs.import(lab.path('x.loadout.tgz'));
    expect(seen).toEqual([
      ['@lab/core', 'archive', []],
      ['@lab/core', 'local', []],
      ['grid', 'archive', bundles],
      ['grid', 'local', bundles],
    ]);
  });

  it('writes nothing elsewhere than in the folder that was named, whatever the archive is called', async () => {
    await labs.locked();
    await labs.export();
    const bytes = readFileSync(labs.lab.path('x.loadout.tgz'));
    const before = await listing(labs.other.dir);
    for (const name of ['..loadout.tgz', '...loadout.tgz', '.tgz', '.loadout.tgz'])
      await expect(labs.import(labs.lab.write(name, bytes))).rejects.toMatchObject({ code: 'USAGE' });
    for (const name of ['../evil', 'a/b', '..', '', '/tmp/x', 'a\nb'])
      await expect(labs.import(labs.lab.path('x.loadout.tgz'), true, name)).rejects.toMatchObject({
        code: 'USAGE',
      });
    expect(await listing(labs.other.dir)).toEqual(before);
  });

  it.each(['x.lock', 'x.yaml'])('writes nothing where %s is a folder, also when told to', async (name) => {
    await labs.locked();
    await labs.export();
    const other = name === 'x.lock' ? 'x.yaml' : 'x.lock';
    mkdirSync(labs.other.path(`in/${name}`), { recursive: true });
    writeFileSync(labs.other.path(`in/${other}`), 'mine\n');
    await expect(labs.import(labs.lab.path('x.loadout.tgz'), true)).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      message: expect.stringContaining(`${name} is a folder`) as string,
    });
    expect(readFileSync(labs.other.path(`in/${other}`), 'utf8')).toBe('mine\n');
    expect(await labs.other.store.list()).toEqual([]);
  });

  it('replaces another lock of that name only when it is told to', async () => {
    await labs.locked();
    await labs.export();
    mkdirSync(labs.other.path('in'));
    writeFileSync(labs.other.path('in/x.lock'), 'mine\n');
    await expect(labs.import(labs.lab.path('x.loadout.tgz'))).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
    });
    expect(readFileSync(labs.other.path('in/x.lock'), 'utf8')).toBe('mine\n');
    expect(await labs.other.store.list()).toEqual([]);
    expect(await labs.import(labs.lab.path('x.loadout.tgz'), true)).toMatchObject({ outcome: 'written' });
  });
});

const spdxStatus = (...args: string[]): number | null =>
  spawnSync('pyspdxtools', args, { stdio: 'ignore' }).status;

const text = { type: 'string' };
const closed = (required: readonly string[], properties: object) => ({
  ...{ type: 'object', additionalProperties: false, required, properties },
});
const listOf = (items: object) => ({ type: 'array', items });

/** What the JSON schema of SPDX 2.3 says of the fields that are used, and that it allows no others. */
const SPDX_2_3 = closed(['SPDXID', 'creationInfo', 'dataLicense', 'name', 'spdxVersion'], {
  ...{ SPDXID: text, dataLicense: text, name: text, spdxVersion: text, documentNamespace: text },
  creationInfo: closed(['created', 'creators'], {
    ...{ comment: text, created: text, creators: { ...listOf(text), minItems: 1 } },
  }),
  packages: listOf(
    closed(['SPDXID', 'downloadLocation', 'name'], {
      ...{ SPDXID: text, name: text, versionInfo: text, packageFileName: text, downloadLocation: text },
      ...{ licenseConcluded: text, licenseDeclared: text, copyrightText: text, summary: text, comment: text },
      filesAnalyzed: { type: 'boolean' },
      checksums: listOf(
        closed(['algorithm', 'checksumValue'], {
          algorithm: { enum: ['SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512'] },
          checksumValue: text,
        }),
      ),
      externalRefs: listOf(
        closed(['referenceCategory', 'referenceLocator', 'referenceType'], {
          referenceCategory: { enum: ['OTHER', 'PERSISTENT-ID', 'SECURITY', 'PACKAGE-MANAGER'] },
          ...{ referenceLocator: text, referenceType: text },
        }),
      ),
    }),
  ),
  relationships: listOf(
    closed(['spdxElementId', 'relatedSpdxElement', 'relationshipType'], {
      ...{ spdxElementId: text, relatedSpdxElement: text },
      relationshipType: { enum: ['CONTAINS', 'DEPENDS_ON', 'DESCRIBES', 'HAS_PREREQUISITE'] },
    }),
  ),
});
