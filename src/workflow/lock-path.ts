import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';

/** `x.lock` beside `x.yaml`. @throws ToolbaseError USAGE when the loadout is no .yaml file */
export function lockPathOf(loadoutFile: string): string {
  const { dir, name, ext } = path.parse(loadoutFile);
  if (ext === '.yaml') return path.join(dir, `${name}.lock`);
  throw new ToolbaseError('USAGE', `${loadoutFile} is no loadout: its name does not end in .yaml`, {
    hint: hintFor(path.join(dir, `${name}.yaml`), ext),
  });
}

function hintFor(loadout: string, ext: string): string {
  if (ext === '.lock') return `Give the loadout, ${loadout}: its lock is written beside it.`;
  // Whoever has the lock alone finds its loadout by this name.
  if (ext === '.yml') return `Call it ${loadout}.`;
  return 'Give the loadout, x.yaml; `toolbase init <folder> --loadout` writes one.';
}

/** `x.yaml` beside `x.lock`. */
export const loadoutPathOf = (lockFile: string): string => {
  const { dir, name } = path.parse(lockFile);
  return path.join(dir, `${name}.yaml`);
};
