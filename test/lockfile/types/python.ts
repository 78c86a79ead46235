import { spawnSync } from 'node:child_process';

const VERSION = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], {
  encoding: 'utf8',
});

/** Why Python cannot check types here, or undefined when it can. */
export const missingPython = VERSION.status === 0 ? tooOld(VERSION.stdout) : 'python3 is not on PATH';

function tooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(' ').map(Number);
  return major === 3 && minor >= 11 ? undefined : `python3 is ${major}.${minor}; 3.11 is needed`;
}

/** Runs a Python program on JSON from its stdin, and reads JSON from its stdout. */
export function runPython(program: string, input: unknown): unknown {
  const run = spawnSync('python3', ['-I', '-c', program], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  if (run.status !== 0) throw new Error(`python3 failed: ${run.stderr}`);
  return JSON.parse(run.stdout);
}
