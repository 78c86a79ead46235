import { meantHint, ToolbaseError, type ToolkitName, type Version } from '../kernel/index.ts';
import type { FoundToolkit } from '../registry/index.ts';
import type { Resolution } from '../resolver/index.ts';

const MAX_SHOWN = 8;

/** What helps to say why a resolution failed. */
interface Surroundings {
  /** Names that the registries have. */
  readonly known: readonly string[];
  readonly locked: ReadonlyMap<ToolkitName, Version>;
  readonly found: ReadonlyMap<ToolkitName, FoundToolkit>;
}

/** The error of a resolution that failed. */
export function unresolved(
  failure: Exclude<Resolution, { kind: 'resolved' }>,
  around: Surroundings,
): ToolbaseError {
  switch (failure.kind) {
    case 'unknown-toolkit':
      return new ToolbaseError('UNKNOWN_TOOLKIT', `no registry has a toolkit ${failure.name}`, {
        hint: meantHint(failure.name, around.known),
      });
    case 'no-version': {
      const refused = failure.refused === undefined ? '' : `, but one which is ${failure.refused}`;
      return new ToolbaseError(
        'NO_VERSION',
        `no version of ${failure.name} fits ${failure.range}${refused}`,
        {
          hint: `${thereAre(failure)}${withdrawn(around)}`,
        },
      );
    }
    case 'unsatisfiable':
      return new ToolbaseError(
        'UNSATISFIABLE',
        `no versions fit together:\n${failure.derivation.join('\n')}`,
        {
          hint: `Widen a range in the loadout, leave one of these toolkits out, or override a range under \`overrides:\`.${withdrawn(around)}`,
        },
      );
  }
}

function thereAre({ known, tags }: Extract<Resolution, { kind: 'no-version' }>): string {
  if (known.length === 0) return 'There is none at all.';
  const more = known.length > MAX_SHOWN ? ', …' : '';
  const shownTags = tags.length === 0 ? '' : `; tags: ${tags.join(', ')}`;
  return `There are ${known.slice(0, MAX_SHOWN).join(', ')}${more}${shownTags}.`;
}

/** A version that was unpublished may be why nothing fits any more. */
function withdrawn({ locked, found }: Surroundings): string {
  const gone = [...locked].filter(
    ([name, version]) =>
      found.has(name) && !Object.hasOwn(found.get(name)?.packument.versions ?? {}, version),
  );
  if (gone.length === 0) return '';
  const named = gone.map(([name, version]) => `${name} ${version}`).join(', ');
  return ` No longer published, though locked: ${named}. The lock still installs where its bytes are kept.`;
}
