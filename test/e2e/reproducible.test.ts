import { cp, mkdir, readFile, readdir, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder, LOCK, LOADOUT, SYMBOLIC, toolbase } from './toolbase.ts';

/** A copy of the symbolic toolkit somewhere else, with file times of another day. */
async function elsewhere(dayMs: number): Promise<string> {
  const folder = path.join(await freshFolder(), 'a', 'different place');
  await mkdir(folder, { recursive: true });
  await cp(SYMBOLIC, folder, {
    recursive: true,
    filter: (source) => !/node_modules|dist|\/test/.test(source),
  });
  for (const entry of await readdir(folder, { recursive: true }))
    await utimes(path.join(folder, entry), new Date(dayMs), new Date(dayMs));
  return folder;
}

describe('packing', () => {
  it('gives the same bytes from another place, day, umask, time zone and locale', async () => {
    const home = await freshFolder();
    const one = path.join(home, 'one');
    const two = path.join(home, 'two');
    const first = await toolbase(home, ['pack', await elsewhere(0), '--out', one], { umask: '022' });
    expect(first.stderr).toBe('');
    const second = await toolbase(home, ['pack', await elsewhere(1_900_000_000_000), '--out', two], {
      umask: '077',
      env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
    });
    expect(second.status).toBe(0);
    const [file] = await readdir(one);
    expect(await readdir(two)).toEqual([file]);
    const bytes = await Promise.all([one, two].map((folder) => readFile(path.join(folder, file!))));
    expect(bytes[0]!.equals(bytes[1]!)).toBe(true);
  });
});

describe('locking', () => {
  let home: string;
  beforeAll(async () => {
    home = await freshFolder();
  });

  it('gives the committed lock in any home, time zone and locale', async () => {
    const yaml = path.join(home, 'deep', 'symbolic-eda.yaml');
    await mkdir(path.dirname(yaml));
    await cp(LOADOUT, yaml);
    const ended = await toolbase(home, ['lock', yaml], { env: { TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8' } });
    expect(ended.stderr).toBe('');
    expect(ended.status).toBe(0);
    expect(await readFile(yaml.replace('.yaml', '.lock'), 'utf8')).toBe(await readFile(LOCK, 'utf8'));
  });

  it('leaves an equal lock untouched and says so', async () => {
    const yaml = path.join(home, 'deep', 'symbolic-eda.yaml');
    const ended = await toolbase(home, ['lock', yaml, '--json']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: 'unchanged' });
  });

  it('writes nothing private into the lock', async () => {
    const text = await readFile(path.join(home, 'deep', 'symbolic-eda.lock'), 'utf8');
    for (const secret of [
      home,
      os.homedir(),
      os.hostname(),
      os.userInfo().username,
      os.tmpdir(),
      process.cwd(),
    ])
      if (secret.length > 1 && secret !== 'root') expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\/(?:home|Users|root|tmp)\//);
  });
});
