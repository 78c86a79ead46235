import { Counter, Gauge, type Registry } from 'prom-client';
import type { ToolkitName } from '../../../kernel/index.ts';
import type { HostStepTaken } from '../../../host/io/index.ts';
import type { HostWatch } from '../host-watch.ts';

/** Of a host that has a process, or is kept from having one. */
const STATES = ['starting', 'ready', 'resting', 'broken', 'stopping'] as const;
type State = (typeof STATES)[number];

const LABELS = ['loadout', 'toolkit'] as const;

const isShown = (phase: HostStepTaken['to']['phase']): phase is State =>
  phase !== 'cold' && phase !== 'closed';

/** Counts hosts by the toolkits of locks: so many series as there are toolkits, however many sessions come and go. All
 * stand at 0 from the start, so that a rate is right from the first crash on. */
export function hostMetrics(
  registry: Registry,
): (loadout: string, toolkits: readonly ToolkitName[]) => HostWatch {
  const registers = [registry];
  const hosts = new Gauge({
    name: 'toolbase_hosts',
    help: 'Hosts of all sessions, by where they are in their life; resting and broken ones crashed, and are not started yet.',
    labelNames: [...LABELS, 'state'] as const,
    registers,
  });
  const counter = (name: string, help: string) =>
    new Counter({ name: `toolbase_host_${name}_total`, help, labelNames: LABELS, registers });
  const starts = counter(
    'starts',
    'Hosts that were started; programs that are started for each call are not counted.',
  );
  const restarts = counter('restarts', 'Starts after a crash without an answered call in between.');
  const crashes = counter('crashes', 'Hosts that ended by themselves, or did not become ready.');
  const calls = new Gauge({
    name: 'toolbase_host_calls',
    help: 'Calls that hosts work on now, those of jobs too.',
    labelNames: LABELS,
    registers,
  });
  return (loadout, toolkits) => {
    for (const toolkit of toolkits) {
      const of = { loadout, toolkit };
      for (const each of [starts, restarts, crashes]) each.inc(of, 0);
      for (const state of STATES) hosts.set({ ...of, state }, 0);
      calls.set(of, 0);
    }
    return {
      step: (toolkit, { event, from, to }) => {
        const of = { loadout, toolkit };
        if (isShown(from.phase)) hosts.dec({ ...of, state: from.phase });
        if (isShown(to.phase)) hosts.inc({ ...of, state: to.phase });
        if (to.phase === 'starting') {
          starts.inc(of);
          if (to.crashes > 0) restarts.inc(of);
        }
        if (event === 'crashed' && from.phase !== 'stopping') crashes.inc(of);
      },
      call: (toolkit) => {
        calls.inc({ loadout, toolkit });
        return () => calls.dec({ loadout, toolkit });
      },
    };
  };
}
