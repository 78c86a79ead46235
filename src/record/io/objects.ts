import { type Digest, sha256 } from '../../kernel/index.ts';
import { atomicWrite } from '../../kernel/io/index.ts';
import { recordPaths } from './record-paths.ts';

/** Keeps bytes under their digest; a second time is free. */
export async function putObject(out: string, bytes: Uint8Array): Promise<Digest> {
  const digest = sha256(bytes);
  await atomicWrite(recordPaths(out).object(digest), bytes);
  return digest;
}
