import type { CallOutcome } from '../call-outcome.ts';
import type { Session } from './session.ts';

/** Sees a call of a known operation begin, and gives what sees it end. */
export type ObserveCall = (
  operation: string,
  traceparent: string | undefined,
) => (outcome: CallOutcome) => void;

/** The session itself, with its calls seen. A name that a client made up is not. */
export function observedSession(session: Session, observers: readonly ObserveCall[]): Session {
  return {
    ...session,
    call: async (name, args, options) => {
      if (!session.knows(name)) return session.call(name, args, options);
      const ends = observers.map((observe) => observe(name, options?.traceparent));
      const outcome = await session.call(name, args, options);
      for (const end of ends) end(outcome);
      return outcome;
    },
  };
}
