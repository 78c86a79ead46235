import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROGRAM, ROOT } from './toolbase.ts';

/** The commands of a guide by heading: every fenced `sh` block, as it is written. */
export function guideScripts(name: string): Map<string, string[]> {
  const text = readFileSync(path.join(ROOT, 'docs', 'guides', `${name}.md`), 'utf8');
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = '']) => script),
    ]),
  );
}

/** A folder with the one program `toolbase`, to be put on PATH. */
export function programFolder(parent: string): string {
  const folder = path.join(parent, 'bin');
  mkdirSync(folder, { recursive: true });
  const program = path.join(folder, 'toolbase');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}
