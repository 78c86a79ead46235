import type { AttachResult } from '../../harness/io/index.ts';
import { fitted } from './fitted.ts';

/** What was done to an agent program's configuration, for a person. */
export function renderAttach(result: AttachResult): string {
  const { change, skills, kept } = result;
  const removed = result.done === 'detached';
  return [
    headline(result),
    ...(change === '' ? [] : ['', change.trimEnd(), '']),
    ...skills.map((folder) => `${removed ? 'skill removed' : 'skill'}: ${folder}`),
    ...kept.map((file) => `kept, since it was edited: ${file}`),
    ...(result.done === 'attached' || result.done === 'updated' ? [fitted(result.afterwards)] : []),
    '',
  ].join('\n');
}

function headline({ done, dryRun, name, file }: AttachResult): string {
  if (done === 'not-attached') return `${file}: no server ${name} was attached from here; nothing to do`;
  if (done === 'unchanged') return `${file}: ${name} is attached already; nothing to do`;
  if (dryRun) return `${file}: ${name} would be ${done}; nothing was written`;
  return `${file}: ${name} ${done}`;
}
