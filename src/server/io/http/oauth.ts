import { readFile } from 'node:fs/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { isSystemError, parseStrictJson, parseWith, ToolbaseError } from '../../../kernel/index.ts';
import type { ServingSettings } from '../../../machine/index.ts';
import type { Caller } from './bearer.ts';
import { KeySet } from './key-set.ts';
import { KeysUnavailable, remoteKeys } from './remote-keys.ts';

type OauthSettings = NonNullable<ServingSettings['oauth']>;

/** What a client needs to get a token for a path, and what judges the token (RFC 9728, RFC 9068). */
export interface Oauth {
  /** Address of the document that says how to be authorised. */
  readonly metadataOf: (path: string) => string;
  /** The documents themselves, by their path here. */
  readonly documents: ReadonlyMap<string, string>;
  /** @param path of the endpoint that the token is shown to: one that was made for another is not taken */
  readonly check: (token: string, path: string) => Promise<Caller>;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const Claims = z.looseObject({ sub: z.string().min(1).max(500), scope: z.string().max(10_000).default('') });
/** Signatures that need no shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/** @param paths of the endpoints   @param tell told when the keys of the issuer cannot be had
 * @throws ToolbaseError NOT_FOUND, BAD_SETTINGS for a file of keys that cannot be read */
export async function readOauth(
  settings: OauthSettings,
  paths: readonly string[],
  tell: (message: string) => void,
): Promise<Oauth> {
  const { publicAddress, issuer, scopes } = settings;
  const keys = await keysOf(settings, tell);
  const document = (path: string): string =>
    JSON.stringify({
      resource: `${publicAddress}${path}`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
    });
  return {
    metadataOf: (path) => `${publicAddress}${WELL_KNOWN}${path}`,
    documents: new Map(paths.map((path) => [`${WELL_KNOWN}${path}`, document(path)])),
    check: async (token, path) => {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience: `${publicAddress}${path}`,
          algorithms: ALGORITHMS,
          requiredClaims: ['exp', 'sub'],
          clockTolerance: 30,
        });
        const { sub, scope } = Claims.parse(payload);
        const granted = new Set(scope.split(' '));
        const isGranted = scopes.every((each) => granted.has(each));
        // No name of a configured token holds a colon.
        return isGranted
          ? { kind: 'known', name: `oauth:${sub}` }
          : { kind: 'insufficient', scope: scopes.join(' ') };
      } catch (cause) {
        if (cause instanceof KeysUnavailable) return { kind: 'unjudged' };
        if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) return { kind: 'unknown' };
        throw cause;
      }
    },
  };
}

async function keysOf({ keys }: OauthSettings, tell: (message: string) => void): Promise<JWTVerifyGetKey> {
  if ('address' in keys) return remoteKeys(keys.address, tell);
  try {
    const text = await readFile(keys.file, 'utf8');
    const set = parseWith(KeySet, parseStrictJson(text, keys.file), keys.file, 'BAD_SETTINGS');
    return createLocalJWKSet(set satisfies JSONWebKeySet);
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR')) throw cause;
    throw new ToolbaseError(
      'NOT_FOUND',
      `the keys of serve.oauth are in ${keys.file}, which cannot be read`,
      {
        cause,
      },
    );
  }
}
