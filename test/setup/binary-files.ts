import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** The name of a file as a name of a module of our own: one below node_modules would be left to Node. */
const PREFIX = '\0bytes-of-';

/** Imports of WebAssembly and fonts are their bytes, as in a packed toolkit. */
export const binaryFiles = (): Plugin => ({
  name: 'binary-files',
  enforce: 'pre',
  resolveId(specifier, importer) {
    if (!/\.(?:wasm|ttf)$/.test(specifier) || importer === undefined) return undefined;
    const file = createRequire(importer).resolve(specifier);
    return `${PREFIX}${Buffer.from(file).toString('hex')}.js`;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const file = Buffer.from(id.slice(PREFIX.length, -'.js'.length), 'hex').toString();
    const bytes = readFileSync(file).toString('base64');
    return `export default new Uint8Array(Buffer.from('${bytes}', 'base64'));`;
  },
});
