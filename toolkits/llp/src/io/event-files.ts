import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeWhole } from './table-file.ts';

/** Puts files behind each other into one, piece by piece; never half of it.
 * @returns its sha256 */
export async function joinFiles(files: readonly string[], target: string): Promise<string> {
  const hash = createHash('sha256');
  const beside = `${target}.part`;
  try {
    for (const [index, file] of files.entries())
      await pipeline(
        createReadStream(file),
        hashing(hash),
        createWriteStream(beside, { flags: index === 0 ? 'w' : 'a' }),
      );
    await rename(beside, target);
  } catch (cause) {
    await rm(beside, { force: true });
    throw cause;
  }
  return hash.digest('hex');
}

const hashing = (hash: Hash): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(undefined, chunk);
    },
  });

export const writeManifest = (file: string, manifest: object): Promise<void> =>
  writeWhole(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
