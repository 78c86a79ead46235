import { configuredCache } from '../machine/index.ts';
import { openResultCache, resultsFolder } from '../server/io/index.ts';
import { HERE, machineLayers, ownPaths } from './registries.ts';

/** The cache of results of this user, with the limit that the settings give it. */
export async function ownResultCache() {
  const folder = resultsFolder(ownPaths().cache);
  const { maxBytes, results } = configuredCache(await machineLayers(HERE));
  return { folder, maxBytes, inUse: results, cache: openResultCache(folder, maxBytes) };
}
