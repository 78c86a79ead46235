import { ToolbaseError, type ToolkitName, type Version } from '../kernel/index.ts';

/** Reads the address of a registry: http or https, ending in `/` afterwards, without credentials, query or fragment.
 * @param label says where the address is written
 * @throws ToolbaseError BAD_SETTINGS; the message never repeats credentials */
export function npmAddress(text: string, label: string): URL {
  const url = httpUrl(text);
  if (url === undefined)
    throw new ToolbaseError('BAD_SETTINGS', `${label}: not the http or https address of a registry`);
  if (url.username !== '' || url.password !== '')
    throw new ToolbaseError('BAD_SETTINGS', `${label}: an address does not hold a user name or password`, {
      hint: 'Take them out of the address and put a token into ~/.npmrc or under registryTokens: in your settings.',
    });
  if (url.search !== '' || url.hash !== '')
    throw new ToolbaseError('BAD_SETTINGS', `${label}: an address ends before "?" and "#"`);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** The address, when it is one of http or https. */
export function httpUrl(text: string, base?: URL): URL | undefined {
  if (!URL.canParse(text, base?.href)) return undefined;
  const url = new URL(text, base);
  return ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

/** Under which npm files credentials: `//host:port/path/`, the address without its scheme. @see npm's nerf-dart */
export const nerfDart = (registry: URL): string => `//${registry.host}${registry.pathname}`;

/** A scoped name is one path segment: `@lab%2fgrid`. */
const segment = (name: ToolkitName): string => name.replace('/', '%2f');

export const packumentUrl = (registry: URL, name: ToolkitName): URL => new URL(segment(name), registry);

/** Where npm's own registry and Verdaccio keep a tarball; other servers say theirs in the packument. */
export const tarballUrl = (registry: URL, name: ToolkitName, version: Version): URL =>
  new URL(`${name}/-/${tarballName(name, version)}`, registry);

export const tarballName = (name: ToolkitName, version: Version): string =>
  `${name.split('/').at(-1) ?? name}-${version}.tgz`;

export const tagsUrl = (registry: URL, name: ToolkitName): URL =>
  new URL(`-/package/${segment(name)}/dist-tags`, registry);

export const tagUrl = (registry: URL, name: ToolkitName, tag: string): URL =>
  new URL(`-/package/${segment(name)}/dist-tags/${encodeURIComponent(tag)}`, registry);

export const userUrl = (registry: URL, user: string): URL =>
  new URL(`-/user/org.couchdb.user:${encodeURIComponent(user)}`, registry);

export const tokenUrl = (registry: URL, token: string): URL =>
  new URL(`-/user/token/${encodeURIComponent(token)}`, registry);

export const whoamiUrl = (registry: URL): URL => new URL('-/whoami', registry);

export function searchUrl(registry: URL, text: string, size: number, from: number): URL {
  const url = new URL('-/v1/search', registry);
  url.search = new URLSearchParams({ text, size: String(size), from: String(from) }).toString();
  return url;
}

/** The address without its path, when that repeats a secret: packuments and redirects, which say where to go, may put back
 * what they were sent. */
export function withoutSecrets(url: URL, secrets: readonly string[]): URL {
  const given = [url.pathname, decoded(url.pathname)];
  return secrets.some((secret) => secret.length > 0 && given.some((text) => text.includes(secret)))
    ? new URL('/***', url)
    : url;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address as messages show it. Query and fragment may hold signatures and tokens. */
export const shownUrl = (url: URL): string => `${url.origin}${url.pathname}`;
