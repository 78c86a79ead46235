import { ToolbaseError } from '../kernel/index.ts';
import { nerfDart } from './npm-address.ts';

/** What proves to a registry who asks. */
export type Credential =
  | { readonly kind: 'bearer'; readonly token: string }
  /** `encoded`: base64 of `user:password`. */
  | { readonly kind: 'basic'; readonly encoded: string }
  /** Written as a reference to an environment variable that is not set. */
  | { readonly kind: 'unset'; readonly variable: string };

/** Credentials by the address they belong to, as `nerfDart` writes it. */
export type CredentialTable = ReadonlyMap<string, Credential>;

/** `//Host/path` as keys are compared: lower-case host, a slash at the end. Undefined when it is no such key. */
export function credentialKey(text: string): string | undefined {
  const [, host, path = ''] = /^\/\/([^/]+)((?:\/.*)?)$/.exec(text) ?? [];
  if (host === undefined) return undefined;
  return `//${host.toLowerCase()}${path.endsWith('/') ? path : `${path}/`}`;
}

/** The credential for a request, or undefined when none belongs there. It goes to the registry's own origin only
 * (scheme, host and port) and below the path it was given for, whole segments; the longest such path wins.
 * Addresses come from packuments and redirects, which the registry, or whoever broke into it, chooses. */
export function credentialFor(target: URL, registry: URL, table: CredentialTable): Credential | undefined {
  if (target.origin !== registry.origin) return undefined;
  const at = `${nerfDart(target)}/`;
  const key = [...table.keys()]
    .filter((candidate) => at.startsWith(candidate))
    .reduce<string | undefined>((a, b) => (a !== undefined && a.length >= b.length ? a : b), undefined);
  return key === undefined ? undefined : table.get(key);
}

/** The `Authorization` header of a credential.
 * @throws ToolbaseError SETTING_MISSING for a variable that is not set, BAD_SETTINGS for what cannot be sent */
export function authorization(credential: Credential, registry: URL): string {
  const owner = nerfDart(registry);
  if (credential.kind === 'unset')
    throw new ToolbaseError(
      'SETTING_MISSING',
      `the credential for ${owner} is \${${credential.variable}}, and that environment variable is not set`,
      { hint: `Set ${credential.variable}, or put a token under registryTokens: in your settings.` },
    );
  const secret = credential.kind === 'bearer' ? credential.token : credential.encoded;
  if (!/^[\x21-\x7e]{1,8192}$/.test(secret))
    throw new ToolbaseError(
      'BAD_SETTINGS',
      `the credential for ${owner} is empty or has characters that no token has`,
    );
  return `${credential.kind === 'bearer' ? 'Bearer' : 'Basic'} ${secret}`;
}

/** The credential of a user name and password (RFC 7617). */
export const basicCredential = (user: string, password: string): Credential => ({
  kind: 'basic',
  encoded: Buffer.from(`${user}:${password}`).toString('base64'),
});

/** Every spelling of a credential that must not come back in a message. */
export function secretsOf(credential: Credential): string[] {
  if (credential.kind === 'unset') return [];
  if (credential.kind === 'bearer') return [credential.token];
  const both = Buffer.from(credential.encoded, 'base64').toString('utf8');
  return [credential.encoded, both, both.slice(both.indexOf(':') + 1)];
}
