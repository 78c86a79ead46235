import type { ManifestDiff } from '../../lockfile/index.ts';
import { operationDiffLines, textLines } from './operation-diff.ts';

/** What changed between two versions of a toolkit, operation by operation, and the version step that it deserves. */
export function manifestDiffLines(diff: ManifestDiff): string[] {
  const { toolkit, before, after, step, deserved } = diff;
  return [
    `${toolkit} ${before} -> ${after}: ${STEPS[step]}, and what changed deserves ${DESERVES[deserved]}`,
    ...[
      ...diff.operations.flatMap(operationDiffLines),
      ...diff.skills.map(({ name, change, level }) => `skill ${name}  ${change} (${level})`),
      ...diff.declarations.map((changed) => {
        const how =
          changed.before === undefined ? 'added' : changed.after === undefined ? 'removed' : 'changed';
        return `${changed.kind} ${changed.name}  ${how} (${changed.level})`;
      }),
      ...(diff.instructions === undefined
        ? []
        : [
            `instructions  reworded (${diff.instructions.level})`,
            ...textLines(diff.instructions.before, diff.instructions.after),
          ]),
    ].map((line) => `  ${line}`),
  ];
}

const STEPS = {
  none: 'no step',
  patch: 'a patch step',
  minor: 'a minor step',
  major: 'a major step',
} as const;

const DESERVES = { none: 'none', patch: 'a patch', minor: 'a minor', major: 'a major' } as const;
