import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { needsNamespaces, runOn, toolsListOn } from './offline.ts';
import { errorOf, freshFolder, toolbase } from './toolbase.ts';
import { installedWorkshop, type Workshop } from './workshop.ts';

describe('a loadout that is exported on one machine and imported on another', { timeout: 120_000 }, () => {
  let workshop: Workshop;
  let archive: string;
  let listed: string;
  beforeAll(async () => {
    workshop = await installedWorkshop();
    archive = path.join(workshop.home, 'workshop.loadout.tgz');
    const exported = await toolbase(workshop.home, ['export', workshop.lock]);
    expect(exported).toMatchObject({ status: 0, stderr: '' });
    listed = await toolsListOn({ home: workshop.home, network: true }, workshop.lock);
  });

  it('is the same bytes under another umask, time zone and locale, from the registry instead of the store', async () => {
    const home = await freshFolder();
    const again = path.join(home, 'again.tgz');
    const registry = path.join(workshop.home, 'registry');
    const ended = await toolbase(home, ['export', workshop.lock, '--out', again, '--registry', registry], {
      umask: '077',
      env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' },
    });
    expect(ended.stderr).toBe('');
    expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
  });

  it('is served as it was, with nothing but the archive and no network', async (context) => {
    needsNamespaces(context);
    const machine = { home: await freshFolder(), network: false };
    const imported = await runOn(machine, ['import', archive, '--json']);
    expect(imported.stderr).toBe('');
    const result = JSON.parse(imported.stdout) as { lockFile: string; interfaceDigest: string };
    const lock = path.join(machine.home, result.lockFile);
    expect(readFileSync(lock, 'utf8')).toBe(readFileSync(workshop.lock, 'utf8'));
    expect(readFileSync(workshop.lock, 'utf8')).toContain(result.interfaceDigest);
    expect(await toolsListOn(machine, lock)).toBe(listed);
    expect(await runOn(machine, ['verify', lock])).toMatchObject({ status: 0 });
  });

  it('is served from the archive itself, without a network', async (context) => {
    needsNamespaces(context);
    const machine = { home: await freshFolder(), network: false };
    expect(await toolsListOn(machine, archive)).toBe(listed);
    expect(await toolsListOn(machine, archive)).toBe(listed);
  });

  it('is not served from an archive that is thin or damaged', async () => {
    const home = await freshFolder();
    const thin = path.join(home, 'thin.tgz');
    await toolbase(workshop.home, ['export', workshop.lock, '--thin', '--out', thin]);
    const ended = await toolbase(home, ['serve', thin]);
    expect(ended.status).toBe(3);
    expect(ended.stderr).toContain(`Run \`toolbase import ${thin}\``);
    const notFound = await toolbase(home, ['import', path.join(home, 'none.tgz'), '--json']);
    expect(errorOf(notFound)?.code).toBe('NOT_FOUND');
    const noArchive = await toolbase(home, ['import', path.join(workshop.home, 'workshop.lock'), '--json']);
    expect(errorOf(noArchive)?.code).toBe('BAD_ARCHIVE');
  });
});
