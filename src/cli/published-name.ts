import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseStrictJson } from '../kernel/index.ts';
import { readBounded, readTextBounded } from '../kernel/io/index.ts';
import { readTarball } from '../store/index.ts';

const PACKAGE_JSON_MAX_BYTES = 1024 * 1024;
const TARBALL_MAX_BYTES = 64 * 1024 * 1024;

const Named = z.looseObject({ name: z.string() });

/** The name of what is to be published, to find out where; undefined for what publishing will refuse.
 * @param target a tarball or a toolkit folder   @throws ToolbaseError NOT_FOUND, BAD_JSON, BAD_ARCHIVE */
export async function publishedName(target: string): Promise<string | undefined> {
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() === true;
  const text = isFolder
    ? await readTextBounded(path.join(target, 'package.json'), PACKAGE_JSON_MAX_BYTES)
    : packedText(await readBounded(target, TARBALL_MAX_BYTES), target);
  return Named.safeParse(parseStrictJson(text, 'package.json')).data?.name;
}

const packedText = (tarball: Uint8Array, label: string): string =>
  Buffer.from(
    readTarball(tarball, label).find((entry) => entry.path === 'package.json')?.bytes ?? Buffer.from('{}'),
  ).toString('utf8');
