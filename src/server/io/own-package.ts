import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const PackageJson = z.object({ version: z.string() });

/** Version of this program, from the package.json above the module that runs. */
export function ownVersion(): string {
  for (let folder = import.meta.dirname; path.dirname(folder) !== folder; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (existsSync(file)) return PackageJson.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  }
  throw new Error('the package.json of toolbase is missing');
}
