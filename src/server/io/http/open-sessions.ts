import path from 'node:path';
import { callLogName } from '../../call-log-name.ts';
import type { PreparedSessions } from '../open-session.ts';
import type { Session } from '../session.ts';
import type { HostWatch } from '../host-watch.ts';
import type { SessionFolders } from './session-folders.ts';

/** Opens a session with a folder and a call log of its own. `close` also gives the folder back. */
export type OpenNext = () => Promise<Session>;

let opened = 0;

interface SessionEyes {
  /** Absolute folder of the call logs, a file a session. */
  readonly callLogDir: string;
  /** Sees each call. */
  readonly observe: (session: Session) => Session;
  readonly watch: HostWatch;
}

export function sessionOpener(
  prepared: PreparedSessions,
  folders: SessionFolders,
  { callLogDir, observe, watch }: SessionEyes,
): OpenNext {
  return async () => {
    const { workspace, leave } = await folders();
    opened += 1;
    const name = callLogName(new Date(), process.pid).replace('.jsonl', `-${opened}.jsonl`);
    const session = observe(prepared.open(workspace, path.join(callLogDir, name), watch));
    const close = async (): Promise<void> => {
      await session.close();
      await leave();
    };
    return { ...session, close };
  };
}
