import { existsSync } from 'node:fs';
import path from 'node:path';

const BUNDLE = 'node-host.js';

/** The bundled program of `node` hosts, seen from the compiled modules, from a bundle or from the sources. */
export function locateNodeHost(): string {
  for (let folder = import.meta.dirname; path.dirname(folder) !== folder; folder = path.dirname(folder)) {
    for (const candidate of [path.join(folder, BUNDLE), path.join(folder, 'dist', BUNDLE)])
      if (existsSync(candidate)) return candidate;
  }
  throw new Error(`dist/${BUNDLE} is missing: the package was not built`);
}
