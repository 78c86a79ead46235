import { ToolbaseError, type ToolkitName } from '../../kernel/index.ts';
import { toolkitIn } from '../../lockfile/index.ts';
import type { Containment } from '../../host/index.ts';
import {
  createExecHost,
  createHost,
  type Host,
  HOST_LIMITS,
  type HostLimits,
  prepareExec,
  prepareToolkit,
  probeContainment,
} from '../../host/io/index.ts';
import { openEnvironments, openStore } from '../../store/io/index.ts';
import { confinementOf, memoryOf } from './confinement.ts';
import { createHostLogFile } from './host-log-file.ts';
import type { MachineRules } from './machine-rules.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import { pinnedTools } from '../pinned-tools.ts';
import type { HostWatch } from './host-watch.ts';
import type { SessionParts } from './session.ts';
import { sessionMachine } from './session-machine.ts';
import { createSurroundings, type SessionSurroundings } from './session-surroundings.ts';

/** The hosts of a session: one a toolkit, made when it is first called. */
export interface SessionHosts extends Pick<SessionSurroundings, 'externalsOf' | 'surroundingsOf'> {
  readonly of: (toolkit: ToolkitName) => Host;
  /** Starts those of all toolkits that expose something. Never throws. */
  readonly warm: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param rules what the machine lets hosts do */
export function createSessionHosts(parts: SessionParts, rules: MachineRules): SessionHosts {
  const { lock, onHostLog } = parts;
  const limits = limitsOf(parts, rules);
  const hosts = new Map<ToolkitName, Host>();
  const log = createHostLogFile(parts.callLogFile);
  let containment: Promise<Containment> | undefined;
  const installed = {
    store: openStore(parts.storeDir),
    environments: openEnvironments(parts.storeDir, { env: process.env }),
  };
  const surroundings = createSurroundings(lock, installed, sessionMachine(parts.settings));
  const around = {
    ...installed,
    workspace: parts.workspace,
    machine: surroundings.machine,
    containment: () => (containment ??= probeContainment()),
    confinement: (manifest: ToolkitManifest) => confinementOf(manifest, rules),
  };

  const create = (name: ToolkitName): Host => {
    const toolkit = toolkitIn(lock, name);
    if (toolkit === undefined) throw new ToolbaseError('LOCK_DAMAGED', `the lock names no toolkit ${name}`);
    const { version, treeDigest } = toolkit;
    const pinned = { name, version, treeDigest, pinned: pinnedTools(lock, name) };
    const onLog = (line: string): void => {
      log.add(name, line);
      onHostLog?.(name, line);
    };
    if (toolkit.hostKind === 'exec')
      return createExecHost(() => prepareExec(pinned, { ...around, onLog }), limits);
    return createHost(
      name,
      async () => prepareToolkit(pinned, { ...around, onLog, memoryMiB: await memoryOf(lock, name, rules) }),
      limits,
      {
        onBroken: ({ message }) => parts.onFault(`the host of ${name} keeps ending: ${message}`),
        onStep: (step) => parts.watch?.step(name, step),
      },
    );
  };

  const of = (name: ToolkitName): Host => {
    const found = hosts.get(name);
    if (found !== undefined) return found;
    const host = watchedHost(name, create(name), parts.watch);
    hosts.set(name, host);
    return host;
  };

  return {
    externalsOf: surroundings.externalsOf,
    surroundingsOf: surroundings.surroundingsOf,
    of,
    warm: async () => {
      const names = new Set(Object.values(lock.operations).map(({ toolkit }) => toolkit));
      await Promise.allSettled(Array.from(names, (name) => of(name).warm()));
    },
    close: async () => {
      await Promise.all(Array.from(hosts.values(), (host) => host.close()));
      await log.close();
    },
  };
}

function limitsOf({ limits = HOST_LIMITS }: SessionParts, rules: MachineRules): HostLimits {
  return { ...limits, idleMs: () => rules.idleMs() ?? limits.idleMs?.() };
}

const watchedHost = (name: ToolkitName, host: Host, watch: HostWatch | undefined): Host =>
  watch === undefined
    ? host
    : {
        ...host,
        call: async (call) => {
          const end = watch.call(name);
          try {
            return await host.call(call);
          } finally {
            end();
          }
        },
      };
