import { unsetShellVariables } from './shell-variables.ts';

/** How a host is kept from outliving its server, best first.
 * `namespace`: own process and mount namespaces; when the server dies by any means the kernel kills everything in them.
 * `user-namespace`: the same for a user who is not root, by way of a user namespace.
 * `process-group`: signalled together on a normal stop; after kill -9 of the server a host ends by itself at the end
 * of its pipe, but a program it started may stay. */
export const CONTAINMENTS = ['namespace', 'user-namespace', 'process-group'] as const;
export type Containment = (typeof CONTAINMENTS)[number];

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** The command that runs `inner` under a containment, as an argument vector (util-linux ≥ 2.36). */
export function contained(containment: Containment, inner: Command): Command {
  switch (containment) {
    case 'process-group':
      return inner;
    case 'namespace':
      return underUnshare([], inner);
    case 'user-namespace':
      return underUnshare(['--user', '--map-current-user'], inner);
  }
}

const underUnshare = (more: readonly string[], inner: Command): Command => ({
  command: 'setpriv',
  args: [
    ...['--pdeathsig', 'KILL', 'unshare', ...more, '--pid', '--fork', '--kill-child', '--mount-proc', '--'],
    inner.command,
    ...inner.args,
  ],
});

/** The command that starts `inner` when its server says so, to stand inside a containment. A server that is killed between
 * the start of a process and the moment at which the kernel is told to end it with the server would leave it running: this
 * says when all of that has been told, and a server that still answers then takes it along. It says so, and is answered, by
 * an empty line.
 * @param pipe file descriptor, one digit, of a pipe in both directions whose other end only the server holds
 * @param environment of `inner`: a shell adds variables of its own, which are taken out again */
export const onceContained = (
  pipe: number,
  environment: Readonly<Record<string, string>>,
  inner: Command,
): Command => {
  const script = [
    `echo >&${pipe}`,
    `read -r go <&${pipe}`,
    ...unsetShellVariables(environment),
    `exec "$@" ${pipe}>&-`,
  ].join(' && ');
  return { command: '/bin/sh', args: ['-c', script, 'sh', inner.command, ...inner.args] };
};
