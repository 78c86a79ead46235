import semver from 'semver';
import { meantHint, nearMatches, ToolbaseError, type ToolkitName } from '../kernel/index.ts';
import type { LockedToolkit } from '../lockfile/index.ts';
import type { FoundToolkit } from '../registry/index.ts';
import { type Resolution, TOOLKITS_MAX } from '../resolver/index.ts';
import { whereLocked } from './standing.ts';

const MAX_SHOWN = 8;

/** What helps to say why a resolution failed. */
interface Surroundings {
  /** Names that the registries have. */
  readonly known: readonly string[];
  readonly locked: ReadonlyMap<ToolkitName, LockedToolkit>;
  readonly found: ReadonlyMap<ToolkitName, FoundToolkit>;
  /** That none of the registries that were asked has it. */
  readonly notFound: (name: ToolkitName) => string;
  /** What was looked for in vain. */
  readonly missing: ReadonlySet<ToolkitName>;
  /** Names of the registries of this machine. */
  readonly registries: readonly string[];
}

/** The error of a resolution that failed. */
export function unresolved(
  failure: Exclude<Resolution, { kind: 'resolved' }>,
  around: Surroundings,
): ToolbaseError {
  switch (failure.kind) {
    case 'unknown-toolkit':
      return new ToolbaseError('UNKNOWN_TOOLKIT', around.notFound(failure.name), {
        hint: hintFor(failure.name, around),
      });
    case 'no-version': {
      const refused = failure.refused === undefined ? '' : `, but one which is ${failure.refused}`;
      return new ToolbaseError(
        'NO_VERSION',
        `no version of ${failure.name} fits ${failure.range}${refused}`,
        {
          hint: `${meantTag(failure)}${thereAre(failure)}${withdrawn(around)}`,
        },
      );
    }
    case 'gave-up':
      return failure.limit === 'toolkits'
        ? new ToolbaseError('UNSATISFIABLE', `more than ${TOOLKITS_MAX} toolkits seem to be needed`, {
            hint: 'Look at what the toolkits of the loadout need: a registry that makes names up never ends.',
          })
        : new ToolbaseError(
            'UNSATISFIABLE',
            'it takes too long to find versions that fit together, or that there are none',
            {
              hint: 'Write narrower ranges in the loadout, or under `overrides:`, so that there is less to try.',
            },
          );
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

/** What is no range is meant as a tag. */
function meantTag({ range, tags }: Extract<Resolution, { kind: 'no-version' }>): string {
  const near = semver.validRange(range) === null ? nearMatches(range, tags) : [];
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
}

function thereAre({ known, tags }: Extract<Resolution, { kind: 'no-version' }>): string {
  if (known.length === 0) return 'There is none at all.';
  const more = known.length > MAX_SHOWN ? ', …' : '';
  const shownTags = tags.length === 0 ? '' : `; tags: ${tags.join(', ')}`;
  return `There are ${known.slice(0, MAX_SHOWN).join(', ')}${more}${shownTags}.`;
}

/** One that was locked is not mistyped. */
function hintFor(name: ToolkitName, { locked, known, registries }: Surroundings): string {
  const before = locked.get(name);
  return before === undefined ? meantHint(name, known) : whereLocked(before.registry, registries);
}

/** A version that was unpublished may be why nothing fits any more, or a toolkit that this machine does not find. */
function withdrawn({ locked, found, missing, registries }: Surroundings): string {
  const gone = [...locked].filter(
    ([name, { version }]) =>
      found.has(name) && !Object.hasOwn(found.get(name)?.packument.versions ?? {}, version),
  );
  const lost = [...locked].filter(([name]) => missing.has(name));
  const named = gone.map(([name, { version }]) => `${name} ${version}`).join(', ');
  return [
    ...(gone.length === 0
      ? []
      : [` No longer published, though locked: ${named}. The lock still installs where its bytes are kept.`]),
    ...lost.map(
      ([name, { version, registry }]) => ` ${name} ${version}: ${whereLocked(registry, registries)}`,
    ),
  ].join('');
}
