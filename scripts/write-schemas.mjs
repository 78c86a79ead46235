// The JSON Schema of every persisted format, from the zod schemas that read them.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { formats } from '../dist/index.js';

/** @param {string} root folder of the package */
export async function writeSchemas(root) {
  const folder = path.join(root, 'schemas');
  await mkdir(folder, { recursive: true });
  const wanted = new Map(
    Object.entries(formats).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify({ title: name, ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }, undefined, 2)}\n`,
    ]),
  );
  for (const file of await readdir(folder)) if (!wanted.has(file)) await rm(path.join(folder, file));
  for (const [file, text] of wanted) await writeFile(path.join(folder, file), text);
}
