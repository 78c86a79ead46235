import type { Command } from './containment.ts';
import { unsetShellVariables } from './shell-variables.ts';

/** What a sandboxed host may do beyond reading. */
export interface Sandbox {
  /** Absolute real paths of the folders that it may write to. */
  readonly writable: readonly string[];
  readonly network: boolean;
}

/** Root, in a sandbox too, may write what belongs to others; with its other privileges it would mount the system anew. */
const ROOT_KEEPS = '[ "$(id -u)" != 0 ] || set -- --cap-add CAP_DAC_OVERRIDE "$@"';

/** A socket of the file system is reached past the network and past a read-only mount, and some do what they are told, as that of
 * a terminal multiplexer or an agent does. The flags in the list are those of one that takes connections. Whoever is reached
 * through a link is covered where it stands, and one that has just gone is passed over: bubblewrap fails where nothing is. */
const COVER_SOCKETS = `while read -r number references protocol flags type state inode socket; do
  [ "$flags" = 00010000 ] || continue
  folder=$(cd -P -- "\${socket%/*}/" 2>/dev/null && pwd -P) || continue
  place="\${folder%/}/\${socket##*/}"
  [ -S "$place" ] && [ ! -L "$place" ] && set -- --ro-bind /dev/null "$place" "$@"
done </proc/net/unix`;

const BWRAP = [
  'exec setpriv --pdeathsig KILL bwrap --die-with-parent --unshare-pid --unshare-ipc --unshare-uts --cap-drop ALL',
  '--ro-bind / / --dev /dev --proc /proc "$@"',
].join(' ');

/** The command that runs `inner` in a sandbox of bubblewrap: the system read-only, no device but the usual ones, no privileges,
 * process, IPC and host name spaces of its own. Without network the sockets of services are out of reach too: those under
 * /run, and elsewhere those that are there when it starts. When its parent dies by any means, the kernel ends everything in
 * it, unless that happens while it starts: it is run inside a containment where there is one.
 * @param environment of `inner` */
export function sandboxed(
  sandbox: Sandbox,
  environment: Readonly<Record<string, string>>,
  inner: Command,
): Command {
  const shut = sandbox.network ? [] : ['--unshare-net', '--tmpfs', '/run'];
  const script = [
    ...(sandbox.network ? [] : [COVER_SOCKETS]),
    ROOT_KEEPS,
    ...unsetShellVariables(environment),
    BWRAP,
  ].join('\n');
  const writable = sandbox.writable.flatMap((folder) => ['--bind', folder, folder]);
  return {
    command: '/bin/sh',
    args: ['-c', script, 'sh', ...shut, ...writable, '--', inner.command, ...inner.args],
  };
}

/** Bounds what each process of a host may allocate (RLIMIT_DATA: private writable memory). */
export const withMemoryLimit = (memoryMiB: number | undefined, inner: Command): Command =>
  memoryMiB === undefined
    ? inner
    : {
        command: 'prlimit',
        args: [`--data=${memoryMiB * 1024 * 1024}`, '--', inner.command, ...inner.args],
      };
