import { toolList } from '../catalogue.ts';
import type { Session, SessionParts } from './session.ts';

export function createSession(parts: SessionParts): Session {
  const { lock } = parts;
  const tools = toolList(lock);
  const names = new Set<string>(tools.map(({ name }) => name));
  // Loaded by the first call: a client that only lists does not wait for hosts, validators and logs.
  let calls: Promise<Omit<Session, 'tools' | 'instructions' | 'knows'>> | undefined;
  const loaded = () => (calls ??= import('./session-calls.ts').then(({ createCalls }) => createCalls(parts)));
  return {
    tools,
    instructions: lock.instructions,
    knows: (name) => names.has(name),
    call: async (name, args, options) => (await loaded()).call(name, args, options),
    policyOf: async (name) => (await loaded()).policyOf(name),
    warm: async () => (await loaded()).warm(),
    close: async () => (await calls)?.close(),
  };
}
