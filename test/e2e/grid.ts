import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freshFolder, ROOT, toolbase } from './toolbase.ts';

/** The toolkit of the guide to machine settings. */
const GRID = path.join(ROOT, 'docs', 'examples', 'grid');

/** A home with a toolkit that has settings, a secret and an external, installed by a lock in a repository. */
export interface GridHome {
  readonly home: string;
  readonly lock: string;
}

let made: Promise<string> | undefined;

/** A fresh one for each test, from a registry that is made once. */
export async function installedGrid(): Promise<GridHome> {
  const registry = await (made ??= publishedGrid());
  const home = await freshFolder();
  const lock = path.join(home, 'project', 'loadouts', 'x.lock');
  const loadout = path.join(home, 'project', 'loadouts', 'x.yaml');
  await mkdir(path.join(home, 'project', '.git'), { recursive: true });
  await mkdir(path.dirname(lock));
  await writeFile(loadout, 'formatVersion: 1\ntoolkits: {"@lab/grid": "1"}\n');
  await done(home, ['lock', loadout, '--registry', `lab=${registry}`]);
  await done(home, ['install', lock, '--registry', `lab=${registry}`]);
  return { home, lock };
}

async function publishedGrid(): Promise<string> {
  const home = await freshFolder();
  await cp(GRID, path.join(home, 'grid'), { recursive: true });
  await mkdir(path.join(home, 'lab'));
  await done(home, ['publish', path.join(home, 'grid'), '--registry', `lab=${path.join(home, 'lab')}`]);
  return path.join(home, 'lab');
}

async function done(home: string, args: readonly string[]): Promise<void> {
  const ended = await toolbase(home, args);
  if (ended.status !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr}`);
}
