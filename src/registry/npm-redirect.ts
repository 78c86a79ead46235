import { ToolbaseError } from '../kernel/index.ts';
import { httpUrl, shownUrl } from './npm-address.ts';

export const MAX_REDIRECTS = 5;

/** Where a redirect leads, for requests that read. Tarballs are often kept elsewhere, so other hosts are followed;
 * that no credential goes along is seen to by whoever sends.
 * @throws ToolbaseError BAD_REGISTRY */
export function followRedirect(from: URL, location: string | undefined, hop: number, registry: string): URL {
  const refuse = (why: string): ToolbaseError =>
    new ToolbaseError('BAD_REGISTRY', `the registry ${registry} redirects ${shownUrl(from)} ${why}`);
  if (hop >= MAX_REDIRECTS) throw refuse(`more than ${MAX_REDIRECTS} times`);
  const to = location === undefined ? undefined : httpUrl(location, from);
  if (to === undefined) throw refuse('to no http or https address');
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw refuse(`from https to http (${shownUrl(to)})`);
  if (to.username !== '' || to.password !== '') throw refuse('to an address with a password');
  return to;
}

/** A request that changes something is never sent to where an answer points. */
export const refusedRedirect = (
  asked: URL,
  location: string | undefined,
  registry: string,
): ToolbaseError => {
  const to = location === undefined ? undefined : httpUrl(location, asked);
  return new ToolbaseError(
    'BAD_REGISTRY',
    `the registry ${registry} redirects a request that changes something${to === undefined ? '' : ` to ${shownUrl(to)}`}`,
    { hint: 'Write the address where the registry really is under `registries:` in the settings.' },
  );
};

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);
