import { isToolbaseError, type Json } from '../../kernel/index.ts';
import { type Lock, type LockedOperation, toolkitIn } from '../../lockfile/index.ts';
import { configuredCache } from '../../machine/index.ts';
import { readMachineLayers } from '../../machine/io/index.ts';
import { argumentsDigest } from '../../record/index.ts';
import { cacheKey } from '../cache-key.ts';
import type { ContainedArguments } from './contain-arguments.ts';
import { openResultCache, type ResultCache } from './result-cache.ts';
import type { SessionParts } from './session.ts';
import type { SessionHosts } from './session-hosts.ts';

/** The place of one call's result in the cache. */
export interface CachedResult {
  /** Undefined: not there yet. */
  readonly value: Json | undefined;
  /** @throws ToolbaseError NOT_WRITABLE */
  readonly keep: (value: Json) => Promise<void>;
}

/** The cache of results as the calls of a session use it. */
export interface CallCache {
  /** Undefined for a call whose result is not kept. */
  readonly find: (
    operation: LockedOperation,
    contained: Pick<ContainedArguments, 'args' | 'reads' | 'unchanged'>,
  ) => Promise<CachedResult | undefined>;
}

/** The cache of a session, when its caller or the settings ask for one.
 * @param onFault sees settings that cannot be read: calls are then run, as without a cache */
export async function openCallCache(
  { cache, settings, lock }: Pick<SessionParts, 'cache' | 'settings' | 'lock'>,
  hosts: Pick<SessionHosts, 'surroundingsOf'>,
  onFault: (thrown: unknown) => void,
): Promise<CallCache | undefined> {
  if (cache === undefined || cache.use === false) return undefined;
  try {
    const layers = await readMachineLayers({ ...settings, environment: process.env });
    const { results, maxBytes } = configuredCache(layers);
    if (!(cache.use ?? results)) return undefined;
    return createCallCache(openResultCache(cache.folder, maxBytes), lock, hosts);
  } catch (thrown) {
    if (!isToolbaseError(thrown)) throw thrown;
    onFault(thrown);
    return undefined;
  }
}

function createCallCache(
  results: ResultCache,
  lock: Lock,
  { surroundingsOf }: Pick<SessionHosts, 'surroundingsOf'>,
): CallCache {
  const platform = `node ${process.versions.node} ${process.platform} ${process.arch}`;
  return {
    find: async (operation, { args, reads, unchanged }) => {
      if (!operation.effects.deterministic) return undefined;
      const toolkit = toolkitIn(lock, operation.toolkit);
      // A working tree is not what its digest says for long.
      if (toolkit === undefined || 'linked' in toolkit) return undefined;
      const around = await surroundingsOf(operation.toolkit);
      if (around === undefined) return undefined;
      const digest = argumentsDigest(args);
      const { treeDigest, version } = toolkit;
      const key = cacheKey({ treeDigest, operation, argumentsDigest: digest, reads, ...around, platform });
      if (key === undefined) return undefined;
      const about = {
        toolkit: { name: operation.toolkit, version },
        operation: operation.operation,
        argumentsDigest: digest,
      };
      return {
        value: await results.read(key),
        keep: async (value) => {
          // A host that started meanwhile may have got other settings, and may have read another file.
          if ((await surroundingsOf(operation.toolkit)) === around && (await unchanged()))
            await results.write(key, about, value);
        },
      };
    },
  };
}
