import ini from 'ini';
import { basicCredential, type Credential, credentialKey, type CredentialTable } from './npm-credentials.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What toolbase reads of npm's own configuration file. All else in it passes unread; `strict-ssl=false` too. */
export interface Npmrc {
  readonly credentials: CredentialTable;
  /** Registry addresses by scope, such as `@lab`, as written. */
  readonly scopes: ReadonlyMap<string, string>;
  readonly proxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
  /** Certificate authorities in PEM form, instead of the usual ones. */
  readonly ca: string | undefined;
  /** File that holds such authorities; as written. */
  readonly caFile: string | undefined;
  /** Longest time for one try at a request. */
  readonly fetchTimeoutMs: number | undefined;
}

export const EMPTY_NPMRC: Npmrc = {
  credentials: new Map(),
  scopes: new Map(),
  proxy: undefined,
  httpsProxy: undefined,
  noProxy: undefined,
  ca: undefined,
  caFile: undefined,
  fetchTimeoutMs: undefined,
};

/** Reads `.npmrc` by npm's rules: ini, `${NAME}` from the environment, also in keys, `${NAME?}` empty when unset. */
export function parseNpmrc(text: string, env: Environment): Npmrc {
  const entries = entriesOf(text, env);
  const one = (key: string): string | undefined => entries.get(key)?.at(-1);
  const scopes = [...entries.keys()].flatMap((key) => {
    const scope = /^(@[^:/]+):registry$/.exec(key)?.[1];
    return scope === undefined ? [] : [[scope, one(key) ?? ''] as const];
  });
  return {
    credentials: credentialsOf(entries),
    scopes: new Map(scopes),
    proxy: one('proxy'),
    httpsProxy: one('https-proxy'),
    noProxy: entries.get('noproxy')?.join(','),
    ca: entries.get('ca')?.join('\n').replaceAll(String.raw`\n`, '\n'),
    caFile: one('cafile'),
    fetchTimeoutMs: milliseconds(one('fetch-timeout')),
  };
}

const milliseconds = (text = ''): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

type Entries = ReadonlyMap<string, readonly string[]>;

/** Text values by key, those of `key[]` together. Sections and bare keys say nothing that is read here. */
function entriesOf(text: string, env: Environment): Entries {
  const entries = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(ini.parse(text))) {
    const texts = (Array.isArray(value) ? value : [value])
      .filter((each) => typeof each === 'string')
      .map((each) => replaceVariables(each.trim(), env));
    if (texts.length > 0) entries.set(replaceVariables(key, env), texts);
  }
  return entries;
}

const VARIABLE = /(?<!\\)(\\*)\$\{([^${}?]+)(\?)?\}/g;

/** A variable that is not set stays as it is written. An odd number of backslashes before it keeps it from being one. */
function replaceVariables(text: string, env: Environment): string {
  return text.replace(VARIABLE, (whole: string, slashes: string, name: string, optional?: string) => {
    if (slashes.length % 2 === 1) return whole.slice((slashes.length + 1) / 2);
    const fallback = optional === undefined ? `\${${name}}` : '';
    return slashes.slice(slashes.length / 2) + (env[name] ?? fallback);
  });
}

const CREDENTIAL_KEY = /^(\/\/.+):(_authToken|_auth|username|_password)$/;

function credentialsOf(entries: Entries): CredentialTable {
  const fields = new Map<string, Map<string, string>>();
  for (const [key, values] of entries) {
    const [, address = '', field = ''] = CREDENTIAL_KEY.exec(key) ?? [];
    const owner = credentialKey(address);
    const value = values.at(-1);
    if (owner === undefined || value === undefined) continue;
    fields.set(owner, (fields.get(owner) ?? new Map<string, string>()).set(field, value));
  }
  const table = new Map<string, Credential>();
  for (const [owner, written] of fields) {
    const credential = credentialOf(written);
    if (credential !== undefined) table.set(owner, credential);
  }
  return table;
}

/** A token comes before a name and password, and these before the two in one. */
function credentialOf(written: ReadonlyMap<string, string>): Credential | undefined {
  const token = written.get('_authToken');
  const user = written.get('username');
  const password = written.get('_password');
  const both = written.get('_auth');
  const used =
    token === undefined
      ? user !== undefined && password !== undefined
        ? [user, password]
        : [both]
      : [token];
  const unset = used
    .map((text) => /\$\{([^${}?]+)\}/.exec(text ?? '')?.[1])
    .find((name) => name !== undefined);
  if (unset !== undefined) return { kind: 'unset', variable: unset };
  if (token !== undefined) return { kind: 'bearer', token };
  if (user !== undefined && password !== undefined)
    return basicCredential(user, Buffer.from(password, 'base64').toString('utf8'));
  return both === undefined ? undefined : { kind: 'basic', encoded: both };
}
