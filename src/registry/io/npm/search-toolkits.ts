import { forEachLimited, ordinalCompare, ToolbaseError, type ToolkitName } from '../../../kernel/index.ts';
import { searchUrl, shownUrl } from '../../npm-address.ts';
import { decodeSearchPage, type SearchHit, searchTexts } from '../../npm-search.ts';
import { newestOf } from '../../packument.ts';
import type { ToolkitSummary } from '../../registry.ts';
import { fetchPackument } from './fetch-packument.ts';
import { jsonOf, type NpmSession } from './session.ts';

const PAGE = 250;
const MAX_PAGES = 40;
const PAGE_MAX_BYTES = 16 * 1024 * 1024;

const LOOKUPS = 8;

/** Toolkits that match some words, best first. A keyword is anybody's to write, so the packument decides.
 * @param limit at most so many @throws ToolbaseError UNSUPPORTED for a registry without search, … */
export async function searchToolkits(
  session: NpmSession,
  text: string,
  limit: number,
): Promise<ToolkitSummary[]> {
  const hits = await packagesCalledToolkits(session, text, limit);
  const found = new Map<ToolkitName, ToolkitSummary>();
  await forEachLimited(hits, LOOKUPS, async ({ name, description }) => {
    const packument = (await fetchPackument(session, name, 'full'))?.packument;
    if (packument === undefined) return;
    const version = newestOf(packument);
    if (version === undefined) return;
    const deprecated = packument.versions[version]?.deprecated;
    found.set(name, { name, version, description, ...(deprecated === undefined ? {} : { deprecated }) });
  });
  return hits.flatMap(({ name }) => found.get(name) ?? []);
}

/** Packages with the keyword of toolkits that match some words, best first; all of them for no words.
 * @param limit at most so many @throws ToolbaseError UNSUPPORTED for a registry without search, … */
async function packagesCalledToolkits(
  session: NpmSession,
  text: string,
  limit: number,
): Promise<SearchHit[]> {
  for (const asked of searchTexts(text.trim())) {
    const hits = await allPages(session, asked, limit);
    if (hits.length > 0) return hits;
  }
  return [];
}

/** Pages until nothing new comes: servers differ in how long a page is, and a hostile one repeats itself. */
async function allPages(session: NpmSession, text: string, limit: number): Promise<SearchHit[]> {
  const seen = new Set<string>();
  const hits: SearchHit[] = [];
  for (let page = 0; page < MAX_PAGES && hits.length < limit; page += 1) {
    const url = searchUrl(session.address, text, PAGE, seen.size);
    const answer = await session.http({
      method: 'GET',
      url,
      purpose: 'search for toolkits',
      // npm's own registry does not search for nothing.
      expect: [400, 404, 405],
      maxBytes: PAGE_MAX_BYTES,
      compressed: true,
      repeatable: true,
    });
    if (answer.status === 400) break;
    if (answer.status >= 400)
      throw new ToolbaseError('UNSUPPORTED', `the registry ${session.name} has no search`, {
        hint: 'Write the names of the toolkits into the loadout.',
      });
    const found = decodeSearchPage(jsonOf(session, answer), shownUrl(url));
    const fresh = found.filter(({ name }) => !seen.has(name));
    if (fresh.length === 0) break;
    for (const { name, toolkit } of fresh) {
      seen.add(name);
      if (toolkit !== undefined) hits.push(toolkit);
    }
  }
  return hits.slice(0, limit);
}

/** Names of all packages with the keyword of toolkits. */
export async function toolkitNames(session: NpmSession): Promise<ToolkitName[]> {
  const hits = await packagesCalledToolkits(session, '', MAX_PAGES * PAGE);
  return hits.map(({ name }) => name).sort(ordinalCompare);
}
