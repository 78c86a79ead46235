import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const REQUIREMENTS = path.join(import.meta.dirname, 'requirements.txt');

/** A Python with the packages that the reference programs need, checked by hash; built once a machine, in the folder for
 * temporary files. Undefined where there is no Python, no index or no wheel. */
export function referencePython(requirements = REQUIREMENTS): string | undefined {
  try {
    const version = execFileSync('python3', ['-c', 'import sys; print(sys.version)'], { encoding: 'utf8' });
    const key = createHash('sha256')
      .update(version)
      .update(readFileSync(requirements))
      .digest('hex')
      .slice(0, 16);
    const folder = path.join(os.tmpdir(), `toolbase-reference-${key}`);
    const python = path.join(folder, 'bin', 'python');
    if (existsSync(python)) return python;
    const beside = mkdtempSync(`${folder}-`);
    try {
      execFileSync('python3', ['-m', 'venv', beside], { stdio: 'pipe' });
      const install = [
        '-m',
        'pip',
        'install',
        '-q',
        '--require-hashes',
        '--only-binary',
        ':all:',
        '-r',
        requirements,
      ];
      execFileSync(path.join(beside, 'bin', 'python'), install, { stdio: 'pipe' });
      renameSync(beside, folder);
    } finally {
      rmSync(beside, { recursive: true, force: true });
    }
    return python;
  } catch {
    return undefined;
  }
}
