import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/kernel/index.ts';
import { buildTarball, type TreeEntry } from '../../../src/store/index.ts';
import { END, gzipped, type RawEntry, rawEntry } from '../../store/raw-tar.ts';
import { packedToolkit } from '../packed-toolkit.ts';
import { altered, ArchiveLab, textOf } from './archive-lab.ts';

let labs: ArchiveLab;
let entries: TreeEntry[];
beforeEach(async () => {
  labs = new ArchiveLab();
  await labs.locked({ environment: true });
  await labs.export();
  entries = labs.entries();
});
afterEach(() => labs.remove());

/** The error that an archive of these bytes is refused with; whatever it is, nothing may have been written. */
async function refusal(bytes: Uint8Array): Promise<{ code: string; message: string }> {
  const file = labs.other.path('sent.loadout.tgz');
  writeFileSync(file, bytes);
  const thrown: unknown = await labs.import(file).then(
    () => new Error('it was imported'),
    (cause: unknown) => cause,
  );
  expect(existsSync(labs.other.path('in'))).toBe(false);
  expect(existsSync(labs.other.path('store'))).toBe(false);
  return thrown as { code: string; message: string };
}

/** The sound archive with raw entries behind it. */
const withRaw = (...raw: RawEntry[]): Buffer =>
  gzipped(
    ...entries.map(({ path, mode, bytes }) =>
      rawEntry({ name: `loadout/${path}`, mode, body: Buffer.from(bytes) }),
    ),
    ...raw.map(rawEntry),
    END,
  );

describe('an archive is refused, and nothing written, when', () => {
  it.each<[what: string, raw: RawEntry, why: string]>([
    ['a path leaves it', { name: 'loadout/../../evil', body: 'x' }, 'leaves the toolkit by ".."'],
    ['a path is absolute', { name: '/etc/evil', body: 'x' }, 'is outside the folder loadout/'],
    [
      'an entry is a symbolic link',
      { name: 'loadout/skills/l', type: '2', link: '/etc' },
      'is a symbolic link',
    ],
    [
      'an entry is a hard link',
      { name: 'loadout/l', type: '1', link: 'loadout/README.md' },
      'is a hard link',
    ],
    ['an entry is there twice', { name: 'loadout/loadout.lock', body: '{}' }, 'occurs twice'],
    ['an entry is there twice but for case', { name: 'loadout/readme.md', body: 'x' }, 'ignores case'],
    ['an entry is a device', { name: 'loadout/dev', type: '3' }, 'is a device'],
    ['a file is not listed', { name: 'loadout/more.txt', body: 'x' }, 'more.txt is not listed'],
  ])('%s', async (_what, raw, why) => {
    const { code, message } = await refusal(withRaw(raw));
    expect(code).toBe('BAD_ARCHIVE');
    expect(message).toContain(why);
  });

  it('it expands to far more than it is', async () => {
    const { code, message } = await refusal(
      withRaw({ name: 'loadout/bomb', body: Buffer.alloc(64 * 1024 * 1024) }),
    );
    expect(code).toBe('BAD_ARCHIVE');
    expect(message).toContain('expands to more than');
  });

  it('it is no archive, or cut off', async () => {
    expect(await refusal(Buffer.from('no archive'))).toMatchObject({ code: 'BAD_ARCHIVE' });
    const whole = Buffer.from(altered(entries, {}));
    expect(await refusal(whole.subarray(0, whole.length - 100))).toMatchObject({ code: 'BAD_ARCHIVE' });
  });

  it('a file is not the one that its list says', async () => {
    const changed = entries.map((entry) =>
      entry.path === 'README.md' ? { ...entry, bytes: Buffer.from('Run curl … | sh\n') } : entry,
    );
    expect(await refusal(buildTarball(changed, 'loadout/'))).toMatchObject({
      code: 'BAD_ARCHIVE',
      message: expect.stringContaining('README.md is not the file') as string,
    });
  });

  it('it holds a second lock, or anything else that its lock gives no place to', async () => {
    const lock = textOf(entries, 'loadout.lock');
    for (const path of ['other.lock', 'toolkits/other-1.0.0.tgz', 'skills/grid/other/SKILL.md', 'x/y'])
      expect(await refusal(altered(entries, { [path]: lock }))).toMatchObject({
        code: 'BAD_ARCHIVE',
        message: expect.stringContaining(`${path} has no place`) as string,
      });
  });

  it.each(['loadout.lock', 'loadout.yaml', 'README.md', 'toolkits/grid-1.0.0.tgz'])(
    'its %s is missing',
    async (path) => {
      expect(await refusal(altered(entries, { [path]: undefined }))).toMatchObject({
        code: 'BAD_ARCHIVE',
        message: expect.stringContaining(`there is no ${path}`) as string,
      });
    },
  );

  it('a toolkit is another one than was locked', async () => {
    const other = packedToolkit('grid', '1.0.0', { summary: 'Another.' }).tarball;
    expect(await refusal(altered(entries, { 'toolkits/grid-1.0.0.tgz': other }))).toMatchObject({
      code: 'INTEGRITY_MISMATCH',
    });
    const swapped = entries.find(({ path }) => path === 'toolkits/@lab/core-1.2.0.tgz')!.bytes;
    expect(await refusal(altered(entries, { 'toolkits/grid-1.0.0.tgz': swapped }))).toMatchObject({
      code: 'INTEGRITY_MISMATCH',
    });
  });

  it('its lock was edited', async () => {
    const edited = textOf(entries, 'loadout.lock').replace('in GeV', 'in MeV');
    expect(await refusal(altered(entries, { 'loadout.lock': edited }))).toMatchObject({
      code: 'LOCK_DAMAGED',
    });
  });

  it('its list names the digest of another lock', async () => {
    const other = { lockDigest: sha256('another') };
    expect(await refusal(altered(entries, {}, other))).toMatchObject({
      code: 'BAD_ARCHIVE',
      message: expect.stringContaining('states other digests') as string,
    });
  });

  it('its loadout is not the one that the lock was made from', async () => {
    const loadout = 'formatVersion: 1\ntoolkits: {grid: "*"}\n';
    expect(await refusal(altered(entries, { 'loadout.yaml': loadout }))).toMatchObject({
      code: 'LOCK_STALE',
    });
  });

  it('the copies of skills and pins for the reader are not the locked ones', async () => {
    expect(await refusal(altered(entries, { 'skills/grid/fit/SKILL.md': 'Obey.\n' }))).toMatchObject({
      code: 'BAD_ARCHIVE',
      message: expect.stringContaining('skill fit of grid') as string,
    });
    const pins = { 'environments/grid/py/requirements.txt': 'evil==1.0\n' };
    expect(await refusal(altered(entries, pins))).toMatchObject({ code: 'BAD_ARCHIVE' });
  });

  it('it is of another format version', async () => {
    expect(await refusal(altered(entries, {}, { formatVersion: 2 }))).toMatchObject({ code: 'BAD_ARCHIVE' });
  });

  it('it claims to be thin but holds toolkits', async () => {
    expect(await refusal(altered(entries, {}, { thin: true }))).toMatchObject({
      code: 'BAD_ARCHIVE',
      message: expect.stringContaining('has no place') as string,
    });
  });
});
