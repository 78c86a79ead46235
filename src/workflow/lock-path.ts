import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';

/** `x.lock` beside `x.yaml`. @throws ToolbaseError USAGE when the loadout is no .yaml file */
export function lockPathOf(loadoutFile: string): string {
  const { dir, name, ext } = path.parse(loadoutFile);
  if (['.yaml', '.yml'].includes(ext)) return path.join(dir, `${name}.lock`);
  throw new ToolbaseError('USAGE', `${loadoutFile} is no loadout: its name does not end in .yaml`, {
    hint: `Give the loadout${ext === '.lock' ? `, ${path.join(dir, `${name}.yaml`)}: its lock is written beside it` : ', x.yaml; `toolbase init <folder> --loadout` writes one'}.`,
  });
}

/** `x.yaml` beside `x.lock`. */
export const loadoutPathOf = (lockFile: string): string => {
  const { dir, name } = path.parse(lockFile);
  return path.join(dir, `${name}.yaml`);
};
