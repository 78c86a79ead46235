import { isToolbaseError, ToolbaseError } from '../kernel/index.ts';
import type { NpmRegistry } from '../registry/index.ts';
import { ask } from './ask.ts';
import { readStdin } from './read-stdin.ts';
import { openOneServer } from './servers.ts';

export interface LoginChoice {
  readonly registry: string | undefined;
  readonly user: string | undefined;
  readonly register: boolean;
  readonly passwordStdin: boolean;
  readonly tokenStdin: boolean;
  /** Name of a variable. */
  readonly tokenEnv: string | undefined;
}

/** What a login stores: a token, or a reference to where it is, and whose it is when the server says so.
 * @throws ToolbaseError REGISTRY_DENIED for a token that the server does not know; USAGE */
export async function newToken(
  server: NpmRegistry,
  choice: LoginChoice,
): Promise<{ stored: string; user: string | undefined }> {
  if (choice.tokenEnv !== undefined) return referenced(choice.registry, choice.tokenEnv);
  if (choice.tokenStdin) {
    const token = storable(await readStdin());
    return { stored: token, user: await ownerOf(choice.registry, token) };
  }
  if (choice.passwordStdin && choice.user === undefined)
    throw new ToolbaseError('USAGE', '--password-stdin needs --user', { hint: 'Whose password is it?' });
  const user = choice.user ?? (await ask('user name'));
  const password = choice.passwordStdin ? await readStdin() : await ask('password', { hidden: true });
  const { register } = choice;
  return { stored: await server.login({ user, password, register }), user };
}

/** A variable that is set is tried at once. */
async function referenced(
  registry: string | undefined,
  variable: string,
): Promise<{ stored: string; user: string | undefined }> {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable))
    throw new ToolbaseError('USAGE', '--token-env takes the name of an environment variable', {
      hint: 'The token itself does not belong there: other users of this machine see it. Change it if it was typed.',
    });
  const token = process.env[variable];
  const user = token === undefined || token === '' ? undefined : await ownerOf(registry, token);
  return { stored: `env:${variable}`, user };
}

/** In the settings, `env:` and `file:` begin a reference. */
function storable(token: string): string {
  if (/^[\x21-\x7e]{1,8192}$/.test(token) && !/^(?:env|file):/.test(token)) return token;
  throw new ToolbaseError('USAGE', 'what is on standard input has characters that no token has');
}

/** Undefined where the server does not say. */
async function ownerOf(registry: string | undefined, token: string): Promise<string | undefined> {
  const server = await openOneServer(registry, token);
  try {
    const user = await server.whoami();
    if (user !== undefined) return user;
  } catch (cause) {
    if (isToolbaseError(cause) && cause.code === 'UNSUPPORTED') return undefined;
    throw cause;
  }
  throw new ToolbaseError('REGISTRY_DENIED', `the registry ${server.name} does not know this token`, {
    hint: 'Nothing was stored. Is it of this very server, and whole?',
  });
}
