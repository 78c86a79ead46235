import { z } from 'zod';
import { parseWith, ToolbaseError } from '../../../kernel/index.ts';
import { shownUrl, tokenUrl, userUrl, whoamiUrl } from '../../npm-address.ts';
import { basicCredential, type Credential, credentialFor } from '../../npm-credentials.ts';
import type { Account, Logout } from '../../npm-registry.ts';
import type { HttpAnswer } from './http-exchange.ts';
import { ANSWER_MAX_BYTES, jsonOf, type NpmSession } from './session.ts';

const Granted = z.looseObject({ token: z.string().min(1).max(8192) });

/** Gets a token for a user name and password. Nothing is stored.
 * @throws ToolbaseError REGISTRY_DENIED, ALREADY_EXISTS for an account that is there, UNSUPPORTED, … */
export async function login(session: NpmSession, { user, password, register }: Account): Promise<string> {
  const credential = basicCredential(user, password);
  // The protocol makes an account of any name that is not there: a typing error would be one.
  if (register !== true && (await isKnown(session, credential, user)) === false)
    throw denied(session, user, false);
  const answer = await session.http({
    method: 'PUT',
    url: userUrl(session.address, user),
    purpose: `log in as ${user}`,
    body: JSON.stringify({ _id: `org.couchdb.user:${user}`, name: user, password, type: 'user', roles: [] }),
    ...(register === true ? {} : { credential }),
    expect: [400, 401, 403, 409],
    maxBytes: ANSWER_MAX_BYTES,
    repeatable: false,
    secrets: [password],
  });
  if (answer.status < 300)
    return parseWith(Granted, jsonOf(session, answer), shownUrl(session.address), 'BAD_REGISTRY').token;
  if (answer.status === 409)
    throw new ToolbaseError('ALREADY_EXISTS', `the registry ${session.name} already has a user ${user}`, {
      hint: 'Log in without `--register`, or take another name.',
    });
  throw denied(session, user, register === true);
}

const denied = ({ name }: NpmSession, user: string, register: boolean): ToolbaseError =>
  register
    ? new ToolbaseError('REGISTRY_DENIED', `the registry ${name} makes no account for ${user}`, {
        hint: 'It may want another password, or only its keeper makes accounts.',
      })
    : new ToolbaseError('REGISTRY_DENIED', `the registry ${name} knows no user ${user} with this password`, {
        hint: 'Check both. `--register` makes a new account where the registry lets anybody.',
      });

/** Undefined where the registry does not say. */
async function isKnown(
  session: NpmSession,
  credential: Credential,
  user: string,
): Promise<boolean | undefined> {
  const answer = await askWho(session, credential);
  return answer.status === 404 ? undefined : nameIn(session, answer) === user;
}

const Known = z.looseObject({ username: z.string().max(200).optional() });

/** Whom the registry takes the caller for; undefined for nobody. @throws ToolbaseError UNSUPPORTED, … */
export async function whoami(session: NpmSession): Promise<string | undefined> {
  const answer = await askWho(session);
  if (answer.status !== 404) return nameIn(session, answer);
  throw new ToolbaseError('UNSUPPORTED', `the registry ${session.name} does not say who asks`);
}

const askWho = (session: NpmSession, credential?: Credential): Promise<HttpAnswer> =>
  session.http({
    method: 'GET',
    url: whoamiUrl(session.address),
    purpose: 'say who asks',
    ...(credential === undefined ? {} : { credential }),
    expect: [401, 403, 404],
    maxBytes: ANSWER_MAX_BYTES,
    repeatable: true,
  });

const nameIn = (session: NpmSession, answer: HttpAnswer): string | undefined =>
  answer.status >= 400
    ? undefined
    : parseWith(Known, jsonOf(session, answer), shownUrl(answer.url), 'BAD_REGISTRY').username;

/** The caller removes the token from where it is stored. @throws ToolbaseError REGISTRY_UNAVAILABLE, … */
export async function logout(session: NpmSession): Promise<Logout> {
  const credential = credentialFor(session.address, session.address, session.credentials);
  if (credential?.kind !== 'bearer') return 'no-token';
  await session.http({
    method: 'DELETE',
    url: tokenUrl(session.address, credential.token),
    purpose: 'log out',
    expect: [401, 403, 404, 405],
    maxBytes: ANSWER_MAX_BYTES,
    repeatable: false,
    secrets: [credential.token],
  });
  return nameIn(session, await askWho(session)) === undefined ? 'ended' : 'kept';
}
