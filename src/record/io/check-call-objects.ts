import { type Digest, isToolbaseError } from '../../kernel/index.ts';
import type { CallLine } from '../call-log.ts';
import { openCallObjects } from './call-objects.ts';

/** What is missing or was changed of the kept objects of recorded calls, a line each with the number of the call. */
export async function checkCallObjects(file: string, lines: readonly CallLine[]): Promise<string[]> {
  const objects = openCallObjects(file);
  const checked = new Map<Digest, string | undefined>();
  const faults: string[] = [];
  for (const { seq, recorded, argumentsDigest, resultDigest, reads } of lines) {
    if (recorded !== true) continue;
    for (const digest of [argumentsDigest, resultDigest, ...reads.map((read) => read.digest)]) {
      if (digest === null) continue;
      if (!checked.has(digest)) checked.set(digest, await faultOf(objects.read(digest)));
      const fault = checked.get(digest);
      if (fault !== undefined) faults.push(`call ${seq}: ${fault}`);
    }
  }
  return faults;
}

async function faultOf(reading: Promise<unknown>): Promise<string | undefined> {
  try {
    await reading;
    return undefined;
  } catch (thrown) {
    if (isToolbaseError(thrown)) return thrown.message;
    throw thrown;
  }
}
