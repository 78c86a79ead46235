import type { Command } from './containment.ts';

/** What a sandboxed host may do beyond reading. */
export interface Sandbox {
  /** Absolute real paths of the folders that it may write to. */
  readonly writable: readonly string[];
  readonly network: boolean;
}

/** The command that runs `inner` in a sandbox of bubblewrap: the system read-only, no device but the usual ones, process,
 * IPC and host name spaces of its own. Without network the sockets of services under /run are out of reach too. When its
 * parent dies by any means, the kernel ends everything in it, unless that happens while it starts: it is run inside a
 * containment where there is one. */
export function sandboxed(sandbox: Sandbox, inner: Command): Command {
  return {
    command: 'setpriv',
    args: [
      ...[
        '--pdeathsig',
        'KILL',
        'bwrap',
        '--die-with-parent',
        '--unshare-pid',
        '--unshare-ipc',
        '--unshare-uts',
      ],
      ...(sandbox.network ? [] : ['--unshare-net']),
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...(sandbox.network ? [] : ['--tmpfs', '/run']),
      ...sandbox.writable.flatMap((folder) => ['--bind', folder, folder]),
      '--',
      inner.command,
      ...inner.args,
    ],
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
