import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ToolkitName } from '../../../kernel/index.ts';
import type { HostWatch } from '../host-watch.ts';
import { hostMetrics } from './host-metrics.ts';

/** What a running server counts. Labels are names of locks, their toolkits and operations, and codes: nothing a caller
 * made up. */
export interface Metrics {
  readonly call: (call: {
    readonly loadout: string;
    readonly operation: string;
    readonly outcome: string;
    readonly seconds: number;
  }) => void;
  readonly answer: (route: string, method: string, status: number) => void;
  /** For the hosts of a lock's sessions. @param toolkits that expose something */
  readonly watch: (loadout: string, toolkits: readonly ToolkitName[]) => HostWatch;
  readonly render: () => Promise<{ readonly text: string; readonly contentType: string }>;
}

/** What is asked for at the moment the metrics are read, by loadout. */
export interface Gauges {
  readonly sessions: () => Iterable<{
    readonly loadout: string;
    readonly era: string;
    readonly count: number;
  }>;
  readonly running: () => Iterable<{ readonly loadout: string; readonly count: number }>;
}

const METHODS = new Set(['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT']);
/** Seconds: a look-up takes milliseconds, a simulation hours. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200];

export function createMetrics({ sessions, running }: Gauges): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const calls = new Counter({
    name: 'toolbase_calls_total',
    help: 'Calls of operations, by how they ended: OK or the code of the error.',
    labelNames: ['loadout', 'operation', 'outcome'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'toolbase_call_duration_seconds',
    help: 'Time from the arguments of a call to its answer.',
    labelNames: ['loadout', 'operation'] as const,
    buckets: BUCKETS,
    registers,
  });
  const answers = new Counter({
    name: 'toolbase_http_answers_total',
    help: 'HTTP answers, by configured path.',
    labelNames: ['route', 'method', 'status'] as const,
    registers,
  });
  const openSessions = new Gauge({
    name: 'toolbase_sessions',
    help: 'Open sessions: of the handshake era, and those shared by all requests of one token.',
    labelNames: ['loadout', 'era'] as const,
    registers,
    collect: () => {
      for (const { loadout, era, count } of sessions()) openSessions.set({ loadout, era }, count);
    },
  });
  const runningCalls = new Gauge({
    name: 'toolbase_running_calls',
    help: 'Calls that are running now.',
    labelNames: ['loadout'] as const,
    registers,
    collect: () => {
      for (const { loadout, count } of running()) runningCalls.set({ loadout }, count);
    },
  });
  return {
    call: ({ loadout, operation, outcome, seconds }) => {
      calls.inc({ loadout, operation, outcome });
      durations.observe({ loadout, operation }, seconds);
    },
    answer: (route, method, status) =>
      answers.inc({ route, method: METHODS.has(method) ? method : 'other', status: String(status) }),
    watch: hostMetrics(registry),
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
