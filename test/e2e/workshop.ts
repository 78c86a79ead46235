import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freshFolder, ROOT, toolbase } from './toolbase.ts';

export const WORKSHOP = path.join(ROOT, 'test', 'fixtures', 'toolkits', 'workshop');

/** A home with the workshop toolkit published, locked and installed. */
export interface Workshop {
  readonly home: string;
  readonly lock: string;
  readonly loadout: string;
}

const LOADOUT = 'formatVersion: 1\ntoolkits:\n  workshop: "^1.0.0"\n';

export async function installedWorkshop(): Promise<Workshop> {
  const home = await freshFolder();
  const loadout = path.join(home, 'workshop.yaml');
  const lock = path.join(home, 'workshop.lock');
  await writeFile(loadout, LOADOUT);
  for (const args of [
    ['publish', WORKSHOP],
    ['lock', loadout],
    ['install', lock],
  ]) {
    const ended = await toolbase(home, args);
    if (ended.status !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr}`);
  }
  return { home, lock, loadout };
}

/** A copy of the workshop toolkit with one file's text changed. */
export async function changedWorkshop(file: string, change: (text: string) => string): Promise<string> {
  const folder = path.join(await freshFolder(), 'workshop');
  await cp(WORKSHOP, folder, { recursive: true });
  const target = path.join(folder, file);
  await writeFile(target, change(await readFile(target, 'utf8')));
  return folder;
}
