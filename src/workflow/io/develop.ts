import { parseWith, reportOf, type ErrorReport } from '../../kernel/index.ts';
import { Loadout } from '../../loadout/index.ts';
import { buildLock, type Lock } from '../../lockfile/index.ts';
import type { Session } from '../../server/io/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import { linkToolkits } from '../link-toolkits.ts';
import { openToolkit } from '../open-toolkit.ts';
import type { OnEvent } from '../workflow-event.ts';
import { install } from './install.ts';
import { watchTree } from './watch-tree.ts';

export interface DevelopCollaborators {
  /** Packs the working tree. */
  readonly pack: () => Promise<Uint8Array>;
  readonly store: Store;
  readonly environments: Pick<Environments, 'ensure' | 'stateOf'>;
  /** Opens a session of the installed tree. */
  readonly open: (lock: Lock) => Session;
  /** Takes what there is now. */
  readonly change: (next: Promise<Session | ErrorReport>) => Promise<void>;
  /** Told of each state of the tree: its lock, or why there is none. */
  readonly onState: (state: Lock | ErrorReport) => void;
  readonly onEvent?: OnEvent | undefined;
}

/** Packs and installs a working tree whenever it changes, and hands on a session of it, or the error that kept it from one.
 * @param folder of the tree   @param signal ends it */
export const develop = (folder: string, signal: AbortSignal, around: DevelopCollaborators): Promise<void> =>
  watchTree(folder, signal, () =>
    around.change(
      installTree(around).then(
        (lock) => {
          around.onState(lock);
          return around.open(lock);
        },
        (thrown: unknown) => {
          const report = reportOf(thrown);
          around.onState(report);
          return report;
        },
      ),
    ),
  );

/** The lock of the tree alone, as it packs now, and installed. Written nowhere. */
async function installTree({ pack, store, environments, onEvent }: DevelopCollaborators): Promise<Lock> {
  const tarball = await pack();
  const { name } = openToolkit(tarball, 'the working tree').manifest;
  const loadout = parseWith(
    Loadout,
    { formatVersion: 1, toolkits: { [name]: { version: '*', path: '.' } } },
    'the working tree',
    'BAD_LOADOUT',
  );
  const packTree = () => Promise.resolve(tarball);
  const trees = await linkToolkits(loadout, packTree);
  const lock = buildLock(
    loadout,
    [...trees.values()].map(({ source }) => source),
  );
  await install(lock, { store, environments, registries: [], packTree, onEvent });
  return lock;
}
