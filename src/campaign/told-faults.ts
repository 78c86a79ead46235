import { headOf } from '../kernel/index.ts';
import type { AttemptRecord, Evidence } from '../record/index.ts';

/** Why trials of a condition were no trials, as told to a reader. */
export type ToldFault = { readonly condition: string; readonly trials: number; readonly message: string };

const MESSAGE_MAX_CHARS = 1000;

/** The faults of the infrastructure among attempts, those that say the same told once.
 * @param nameOf name of a condition by its id */
export function toldFaults(
  attempts: readonly AttemptRecord[],
  nameOf: (condition: string) => string,
): ToldFault[] {
  const told = new Map<string, ToldFault>();
  for (const { condition, end } of attempts) {
    if (end.infrastructure.kind === 'ok') continue;
    const fault = { condition: nameOf(condition), message: inWords(end.infrastructure.evidence) };
    const key = JSON.stringify(fault);
    told.set(key, { ...fault, trials: (told.get(key)?.trials ?? 0) + 1 });
  }
  return [...told.values()];
}

function inWords({ message, exitCode, signal, stderr }: Evidence): string {
  const how = signal ?? (exitCode === undefined || exitCode === null ? undefined : `exit status ${exitCode}`);
  const said = stderr?.trim() ?? '';
  const words = [
    message,
    ...(how === undefined ? [] : [how]),
    ...(said === '' ? [] : [`it said: ${said}`]),
  ].join('; ');
  return headOf(words, MESSAGE_MAX_CHARS);
}
