import { ToolbaseError } from '../kernel/index.ts';
import type { Policy } from '../machine/index.ts';

/** What whoever is asked said; undefined when nobody could be asked. */
export type Consent = 'given' | 'declined' | undefined;

/** Why a call is not made, or undefined when it is.
 * @param name the operation as the client knows it */
export function refusalOf(name: string, policy: Policy, consent: Consent): ToolbaseError | undefined {
  if (policy === 'allow' || (policy === 'ask' && consent === 'given')) return undefined;
  if (policy === 'deny')
    return new ToolbaseError('NOT_ALLOWED', `${name} is denied by the settings of this machine`, {
      hint: 'Do without it, or ask the user, who can change `policy` in the settings.',
    });
  return consent === 'declined'
    ? new ToolbaseError('NOT_ALLOWED', `the user did not allow this call of ${name}`)
    : new ToolbaseError('NOT_ALLOWED', `${name} needs the user's consent, for which this client cannot ask`, {
        hint: 'Use a client that supports elicitation, or have the user set its policy to allow.',
      });
}

/** What the user is asked. Arguments are the model's words: they are shown as data, cut short. */
export function question(name: string, args: object): string {
  const shown = JSON.stringify(args);
  return `Allow one call of ${name} with ${shown.length > 600 ? `${shown.slice(0, 600)}…` : shown}?`;
}
