import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tempFolder } from '../../setup/temp-folder.ts';

const MODULE = path.join(import.meta.dirname, '../../../src/kernel/io/process-folder.ts');
const TSX = path.join(import.meta.dirname, '../../../node_modules/tsx/dist/loader.mjs');

let parent: string;
const children: ReturnType<typeof spawn>[] = [];
beforeEach(() => {
  parent = tempFolder('temporary');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Makes a folder in a process of its own, which then does as it is told. */
async function making(then: string) {
  const code = `process.env.TMPDIR = ${JSON.stringify(parent)}; const { processFolder } = await import(${JSON.stringify(MODULE)}); console.log(await processFolder('host')); ${then}`;
  const child = spawn(process.execPath, ['--import', TSX, '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, folder: line.toString().trim() };
}

const STAYING = 'setInterval(() => undefined, 1000)';

describe('a folder of a process', () => {
  it('goes with the next one that is made when its process was killed, read-only folders in it included', async () => {
    const killed = await making(STAYING);
    mkdirSync(path.join(killed.folder, 'call-1'));
    writeFileSync(path.join(killed.folder, 'call-1', 'left.dat'), 'x');
    spawnSync('chmod', ['500', path.join(killed.folder, 'call-1')]);
    const exit = once(killed.child, 'exit');
    killed.child.kill('SIGKILL');
    await exit;
    expect(existsSync(killed.folder)).toBe(true);
    const next = await making(STAYING);
    await expect.poll(() => existsSync(killed.folder)).toBe(false);
    expect(readdirSync(parent)).toEqual([path.basename(next.folder)]);
  });

  it('stays while its process runs, in another place than here, and under any other name', async () => {
    const running = await making(STAYING);
    const name = path.basename(running.folder);
    const pid = String(running.child.pid);
    // No process has this number: it is above the greatest that Linux gives.
    const gone = name.replace(`-${pid}-`, '-4194305-');
    const elsewhere = gone.replace(/^toolbase-host-[0-9a-f]{8}/, 'toolbase-host-00000000');
    const others = [elsewhere, 'toolbase-host-abcdef', `${gone}-more`];
    for (const each of others) mkdirSync(path.join(parent, each));
    const victim = tempFolder('victim');
    writeFileSync(path.join(victim, 'kept'), '');
    symlinkSync(victim, path.join(parent, gone.replace(/.{6}$/, 'linked')));
    mkdirSync(path.join(parent, gone.replace(/.{6}$/, 'sweeps')));
    const next = await making(STAYING);
    await expect.poll(() => readdirSync(parent)).not.toContain(gone.replace(/.{6}$/, 'sweeps'));
    const kept = [name, path.basename(next.folder), gone.replace(/.{6}$/, 'linked'), ...others];
    expect(readdirSync(parent).sort()).toEqual(kept.sort());
    expect(readdirSync(victim)).toEqual(['kept']);
  });
});
