import type { ToolkitName, Version } from '../kernel/index.ts';
import type { ToolkitVersions } from './candidates.ts';
import { explainConflict } from './explain-conflict.ts';
import type { Rules } from './rules.ts';
import { type Limit, type RangeRequest, solve } from './solve.ts';

export type Resolution =
  | {
      readonly kind: 'resolved';
      /** One version a name, dependencies included, sorted by name. */
      readonly versions: ReadonlyMap<ToolkitName, Version>;
    }
  /** A requested toolkit that no registry has. */
  | { readonly kind: 'unknown-toolkit'; readonly name: ToolkitName }
  /** A requested range in which there is no version to take. `known` is sorted, highest first. */
  | {
      readonly kind: 'no-version';
      readonly name: ToolkitName;
      readonly range: string;
      readonly known: readonly Version[];
      readonly tags: readonly string[];
      /** Why the versions in it are not taken, when there are any. */
      readonly refused?: string;
    }
  /** The ranges contradict each other, or a dependency cannot be had: why, in numbered steps. */
  | { readonly kind: 'unsatisfiable'; readonly derivation: readonly string[] }
  /** Neither versions nor a proof that there are none were found within a limit. */
  | { readonly kind: 'gave-up'; readonly limit: Limit };

export interface ResolutionProblem {
  readonly requests: readonly RangeRequest[];
  readonly rules?: Partial<Rules>;
  /** How much may be tried. Default: what takes some ten seconds. */
  readonly stepsMax?: number;
  /** Undefined when no registry has the toolkit. Asked at most once a name, and only for names that matter. */
  readonly versionsOf: (name: ToolkitName) => Promise<ToolkitVersions | undefined>;
}

/** Chooses the highest versions (or those that the rules say) that meet all requests and dependencies. The order of requests and of anything in
 * the packuments changes nothing, and toolkits that have nothing to do with each other do not move each other. */
export async function resolve(problem: ResolutionProblem): Promise<Resolution> {
  const rules: Rules = { kept: new Map(), overrides: new Map(), prefer: 'highest', ...problem.rules };
  const solver = solve(problem.requests, rules, problem.stepsMax);
  let step = solver.next();
  while (step.done !== true) {
    step = solver.next(await Promise.all(step.value.map(problem.versionsOf)));
  }
  if (step.value.kind === 'solved') return { kind: 'resolved', versions: step.value.versions };
  if (step.value.kind === 'gave-up') return step.value;
  const { conflict } = step.value;
  if (conflict.cause.kind !== 'requested')
    return { kind: 'unsatisfiable', derivation: explainConflict(conflict) };
  const { toolkit, range } = conflict.cause;
  if (toolkit.unknown) return { kind: 'unknown-toolkit', name: toolkit.name };
  const refused = toolkit.refusal(range);
  return {
    kind: 'no-version',
    name: toolkit.name,
    range,
    known: toolkit.versions.toReversed(),
    tags: toolkit.tags,
    ...(refused === undefined ? {} : { refused }),
  };
}
