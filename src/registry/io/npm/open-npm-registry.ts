import { ToolbaseError, type ToolkitName } from '../../../kernel/index.ts';
import { nerfDart } from '../../npm-address.ts';
import type { NpmPackument } from '../../npm-packument.ts';
import type { NpmRegistry } from '../../npm-registry.ts';
import { login, logout, whoami } from './account.ts';
import { distTags, removeDistTag, setDistTag } from './dist-tags.ts';
import { deprecate, unpublish } from './edit-document.ts';
import { fetchPackument, refreshPackument } from './fetch-packument.ts';
import { fetchSignatures } from './fetch-signatures.ts';
import { fetchTarball } from './fetch-tarball.ts';
import { publishToolkit } from './publish-toolkit.ts';
import { searchToolkits, toolkitNames } from './search-toolkits.ts';
import { type NpmRegistryOptions, type NpmSession, openSession } from './session.ts';

/** A registry that speaks npm's protocol. Nothing is asked before it is needed.
 * @throws ToolbaseError BAD_SETTINGS for what is no address */
export function openNpmRegistry(options: NpmRegistryOptions): NpmRegistry {
  const session = openSession(options);
  const known = new Map<ToolkitName, NpmPackument>();
  const lookUp = async (name: ToolkitName): Promise<NpmPackument | undefined> => {
    const found = await toolkitPackument(session, name);
    if (found === undefined) known.delete(name);
    else known.set(name, found);
    return found;
  };
  const changed = async <T>(name: ToolkitName, change: () => Promise<T>): Promise<T> => {
    known.delete(name);
    const result = await change();
    await refreshPackument(session, name);
    return result;
  };
  return {
    name: session.name,
    tokenOwner: nerfDart(session.address),
    packument: async (name) => (await lookUp(name))?.packument,
    tarball: (name, version, expected) =>
      fetchTarball(session, { name, version, expected, known: known.get(name) }),
    signatures: (name, version) => fetchSignatures(session, name, version),
    names: () => toolkitNames(session),
    publish: (submission) => changed(submission.name, () => publishToolkit(session, submission)),
    search: (text, limit) => searchToolkits(session, text, limit),
    distTags: (name) => distTags(session, name),
    setDistTag: (name, tag, version) => changed(name, () => setDistTag(session, name, tag, version)),
    removeDistTag: (name, tag) => changed(name, () => removeDistTag(session, name, tag)),
    deprecate: (name, versions, reason) => changed(name, () => deprecate(session, name, versions, reason)),
    unpublish: (name, version) => changed(name, () => unpublish(session, name, version)),
    login: (account) => login(session, account),
    whoami: () => whoami(session),
    logout: () => logout(session),
  };
}

/** What there is of a package that is a toolkit; a package of another kind is none.
 * @throws ToolbaseError BAD_REGISTRY when it claims to be one and no version of it can be used */
async function toolkitPackument(session: NpmSession, name: ToolkitName): Promise<NpmPackument | undefined> {
  const found = await fetchPackument(session, name, 'full');
  if (found === undefined || Object.keys(found.packument.versions).length > 0) return found;
  const [unusable] = found.unusable;
  if (unusable === undefined) return undefined;
  throw new ToolbaseError(
    'BAD_REGISTRY',
    `the registry ${session.name} has no usable version of ${name}: of ${JSON.stringify(unusable[0])} ${unusable[1]}`,
    { hint: 'Tell its publisher.' },
  );
}
