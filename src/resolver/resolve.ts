import type { ToolkitName, Version } from '../kernel/index.ts';
import type { ToolkitVersions } from './candidates.ts';
import { explainConflict } from './explain.ts';
import { type RangeRequest, solve } from './solve.ts';

export type Resolution =
  | {
      readonly kind: 'resolved';
      /** One version a name, dependencies included, sorted by name. */
      readonly versions: ReadonlyMap<ToolkitName, Version>;
    }
  /** A requested toolkit that no registry has. */
  | { readonly kind: 'unknown-toolkit'; readonly name: ToolkitName }
  /** A requested range in which there is no version. `known` is sorted, highest first. */
  | {
      readonly kind: 'no-version';
      readonly name: ToolkitName;
      readonly range: string;
      readonly known: readonly Version[];
      readonly tags: readonly string[];
    }
  /** The ranges contradict each other, or a dependency cannot be had: why, in numbered steps. */
  | { readonly kind: 'unsatisfiable'; readonly derivation: readonly string[] };

export interface ResolutionProblem {
  readonly requests: readonly RangeRequest[];
  /** Versions to keep where they fit: those of the lock there is. */
  readonly preferred?: ReadonlyMap<ToolkitName, Version>;
  /** Undefined when no registry has the toolkit. Asked at most once a name, and only for names that matter. */
  readonly versionsOf: (name: ToolkitName) => Promise<ToolkitVersions | undefined>;
}

/** Chooses the highest versions that meet all requests and dependencies. The order of requests and of anything in
 * the packuments changes nothing, and toolkits that have nothing to do with each other do not move each other. */
export async function resolve(problem: ResolutionProblem): Promise<Resolution> {
  const solver = solve(problem.requests, problem.preferred ?? new Map());
  let step = solver.next();
  while (step.done !== true) {
    step = solver.next(await Promise.all(step.value.map(problem.versionsOf)));
  }
  if (step.value.kind === 'solved') return { kind: 'resolved', versions: step.value.versions };
  const { conflict } = step.value;
  if (conflict.cause.kind !== 'requested')
    return { kind: 'unsatisfiable', derivation: explainConflict(conflict) };
  const { toolkit, range } = conflict.cause;
  if (toolkit.unknown) return { kind: 'unknown-toolkit', name: toolkit.name };
  return {
    kind: 'no-version',
    name: toolkit.name,
    range,
    known: toolkit.versions.toReversed(),
    tags: toolkit.tags,
  };
}
