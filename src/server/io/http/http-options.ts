import { isIP } from 'node:net';
import { ToolbaseError } from '../../../kernel/index.ts';
import type { Spans } from '../spans.ts';

/** What the flags say of HTTP, checked. */
export interface HttpOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Whether only this machine can reach it. */
  readonly isLoopback: boolean;
  /** `env:NAME` or `file:PATH`. */
  readonly tokens: readonly string[];
  /** One folder for all sessions. */
  readonly workspace: string | undefined;
  /** Folder in which each session gets one of its own. */
  readonly workspaces: string | undefined;
  readonly discard: boolean;
  readonly callLogDir: string | undefined;
  /** What sends spans, when it is asked for. */
  readonly spans: () => Promise<Spans | undefined>;
}

export const DEFAULT_PORT = 8765;

/** @throws ToolbaseError USAGE */
export function checkedAddress(
  host: string | undefined,
  port: string | undefined,
): Pick<HttpOptions, 'host' | 'port' | 'isLoopback'> {
  const given = host ?? '127.0.0.1';
  // What only looks like an address, such as 127.999.0.1, is a name, and leads where its resolver says.
  const isLoopback =
    given === 'localhost' || given === '::1' || (isIP(given) === 4 && given.startsWith('127.'));
  if (!isLoopback && isIP(given) === 0 && !/^[A-Za-z0-9.-]{1,255}$/.test(given))
    throw new ToolbaseError('USAGE', `--host ${JSON.stringify(given)} is no address or host name`);
  const number = port === undefined ? DEFAULT_PORT : /^\d{1,5}$/.test(port) ? Number(port) : -1;
  if (number < 0 || number > 65_535)
    throw new ToolbaseError('USAGE', `--port ${JSON.stringify(port)} is no number from 0 to 65535`);
  return { host: given, port: number, isLoopback };
}
