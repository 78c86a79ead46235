import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** End-to-end tests drive the built program, so it is brought up to date first. */
export default function build(): void {
  const root = path.resolve(import.meta.dirname, '../..');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`);
}
