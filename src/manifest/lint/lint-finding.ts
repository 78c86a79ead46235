/** Weakest first. `error`: it cannot be packed, or hides something from a reader; `warning`: a model or a client will
 * likely stumble over it; `note`: worth knowing. */
export const SEVERITIES = ['note', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type LintFinding = {
  readonly rule: LintRule;
  readonly severity: Severity;
  /** An operation, or the part of it: `Operation /properties/x`. */
  readonly where: string;
  readonly message: string;
};

export type LintRule =
  | 'pack'
  | 'name-length'
  | 'name-vague'
  | 'name-repeats'
  | 'description-missing'
  | 'description-vague'
  | 'description-long'
  | 'hidden-text'
  | 'instruction-like'
  | 'schema-lowered'
  | 'dependency-unknown'
  | 'operation-unbundled'
  | 'schema-portability'
  | 'schema-size'
  | 'operation-cost'
  | 'interface-cost'
  | 'duplicate';

/** True for a severity that is at or above another. */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);
