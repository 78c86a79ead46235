import { meantHint, ToolbaseError } from '../kernel/index.ts';
import type { Resolution } from '../resolver/index.ts';

const MAX_SHOWN = 8;

/** The error of a resolution that failed. @param known names that the registries have */
export function unresolved(
  failure: Exclude<Resolution, { kind: 'resolved' }>,
  known: readonly string[],
): ToolbaseError {
  switch (failure.kind) {
    case 'unknown-toolkit':
      return new ToolbaseError('UNKNOWN_TOOLKIT', `no registry has a toolkit ${failure.name}`, {
        hint: meantHint(failure.name, known),
      });
    case 'no-version': {
      const shown = failure.known.slice(0, MAX_SHOWN).join(', ');
      const more = failure.known.length > MAX_SHOWN ? ', …' : '';
      const tags = failure.tags.length === 0 ? '' : `; tags: ${failure.tags.join(', ')}`;
      return new ToolbaseError('NO_VERSION', `no version of ${failure.name} fits ${failure.range}`, {
        hint: failure.known.length === 0 ? 'There is none at all.' : `There are ${shown}${more}${tags}.`,
      });
    }
    case 'unsatisfiable':
      return new ToolbaseError(
        'UNSATISFIABLE',
        `no versions fit together:\n${failure.derivation.join('\n')}`,
        {
          hint: 'Widen a range in the loadout, or leave one of these toolkits out.',
        },
      );
  }
}
