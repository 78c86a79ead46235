import { exposedPrompts } from '../../lockfile/index.ts';
import { toolList } from '../catalogue.ts';
import { listedResources } from '../resources.ts';
import type { Readable, Session, SessionParts } from './session.ts';

/** So many are remembered; the oldest is forgotten first. */
const PRODUCED_MAX = 10_000;

export function createSession(parts: SessionParts): Session {
  const { lock } = parts;
  const tools = toolList(lock);
  const names = new Set<string>(tools.map(({ name }) => name));
  const { readable, onFiles } = createReadable(parts);
  // Loaded by the first call: a client that only lists does not wait for hosts, validators and logs.
  let calls: Promise<Omit<Session, 'tools' | 'instructions' | 'knows' | 'readable'>> | undefined;
  let runningJobs = (): number => 0;
  const loaded = () =>
    (calls ??= import('./session-calls.ts').then(async ({ createCalls }) => {
      const created = await createCalls({ ...parts, onFiles });
      runningJobs = created.runningJobs;
      return created;
    }));
  return {
    tools,
    instructions: lock.instructions,
    knows: (name) => names.has(name),
    readable,
    call: async (name, args, options) => (await loaded()).call(name, args, options),
    policyOf: async (name) => (await loaded()).policyOf(name),
    warm: async () => (await loaded()).warm(),
    runningJobs: () => runningJobs(),
    close: async () => (await calls)?.close(),
  };
}

function createReadable(parts: SessionParts): {
  readonly readable: Readable;
  readonly onFiles: (files: readonly string[]) => void;
} {
  const produced = new Set<string>();
  let materials: ReturnType<Readable['materials']> | undefined;
  const load = async () => {
    const { createMaterials } = await import('./session-materials.ts');
    return createMaterials(parts, (file) => produced.has(file));
  };
  return {
    readable: {
      resources: listedResources(parts.lock),
      hasSkills: parts.lock.skills.length > 0,
      prompts: exposedPrompts(parts.lock),
      materials: () => (materials ??= load()),
      produced: () => [...produced],
    },
    onFiles: (files) => {
      for (const file of files) {
        produced.delete(file);
        produced.add(file);
      }
      for (const oldest of produced) {
        if (produced.size <= PRODUCED_MAX) break;
        produced.delete(oldest);
      }
    },
  };
}
