import type { LaunchableId } from '../launch/launchables.ts';
import type { SeenInterface, TextState } from './seen-interface.ts';

/** What reached the model when a harness ran with a lock. Times are of this machine at that moment, not a measurement. */
export interface ProbeReport {
  readonly harness: LaunchableId;
  readonly title: string;
  readonly program: string;
  /** As the program tells it. */
  readonly version: string;
  readonly lock: string;
  readonly interfaceDigest: string;
  /** Name of the model that was asked for. */
  readonly model: string;
  /** `own`: tools were put before the model as the program does by itself. */
  readonly tools: 'direct' | 'own';
  /** Whether the program had a network beside the loopback interface. */
  readonly network: 'none' | 'open';
  readonly firstRequestMs: number;
  /** The request in which all locked tools stood first, counted from 1; none when they never did. */
  readonly toolsAtTurn: number | null;
  readonly deferral: 'tool search' | 'code mode' | null;
  readonly requests: number;
  readonly seen: SeenInterface;
  /** Everything in which what reached the model is not the locked interface, in words. Empty: it is the locked one. */
  readonly differences: readonly string[];
}

/** What differs from the lock, up to renames and to rewordings by which nothing is lost. */
export function differencesOf({
  seen,
  toolsAtTurn,
  deferral,
}: Pick<ProbeReport, 'seen' | 'toolsAtTurn' | 'deferral'>): string[] {
  return [
    ...(deferral === null || toolsAtTurn === 1 ? [] : [`tools are deferred behind ${WORDS[deferral]}`]),
    ...(toolsAtTurn === null || toolsAtTurn === 1 ? [] : [`tools were there only at turn ${toolsAtTurn}`]),
    ...seen.operations.flatMap(({ name, state, description, schema }) => {
      if (state === 'missing') return [`${name} was not offered`];
      return [
        ...(description === 'same' ? [] : [`the description of ${name} is ${description}`]),
        ...schema
          .filter(({ harmless }) => !harmless)
          .map(({ at, what }) => `the schema of ${name}: ${at === '' ? 'all of it' : at} ${what}`),
      ];
    }),
    ...instructionsWords(seen.instructions),
    ...seen.unexpected.map((name) => `${name} is not in the lock`),
  ];
}

const WORDS = { 'tool search': 'a tool that searches for tools', 'code mode': 'a tool that runs code' };

const instructionsWords = (state: TextState): string[] =>
  state === 'same' || state === 'none' ? [] : [`the instructions are ${state}`];
