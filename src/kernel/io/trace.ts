import { channel, subscribe } from 'node:diagnostics_channel';

/** One step of what a program does with the world, for whoever looks for a fault. Never holds a secret. */
export interface TraceEvent {
  readonly topic: 'registry' | 'store' | 'host';
  readonly text: string;
}

const NAME = 'toolbase:trace';
const steps = channel(NAME);

/** Tells a step to whoever listens in this process. @param text not asked for when nobody does */
export function trace(topic: TraceEvent['topic'], text: () => string): void {
  if (steps.hasSubscribers) steps.publish({ topic, text: text() } satisfies TraceEvent);
}

/** Listens to all steps of this process from now on. */
export function onTrace(tell: (event: TraceEvent) => void): void {
  // Only `trace` publishes under this name.
  subscribe(NAME, (event) => tell(event as TraceEvent));
}
