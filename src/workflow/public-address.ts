/** The address of a remote repository as anybody may see it: without user names, passwords, query and fragment.
 * Undefined for a path of this machine, and for what is no address.
 * @param remote as git writes it: a URL, or `user@host:path` */
export function publicAddress(remote: string): string | undefined {
  const short = /^(?:[^@/\s]+@)?([\w.-]{2,}):(?!\/\/)(?:\/*)(\S+)$/.exec(remote);
  const url = URL.parse(short === null ? remote : `ssh://${short[1]}/${short[2]}`);
  if (url === null || !['https:', 'http:', 'ssh:', 'git:'].includes(url.protocol)) return undefined;
  if (['localhost', '127.0.0.1', '[::1]', ''].includes(url.hostname)) return undefined;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${url.hostname}${port}${url.pathname}`;
}
