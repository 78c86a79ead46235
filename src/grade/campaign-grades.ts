import type { AttemptRecord, CampaignPlan, GradeRecord, PlannedTrial } from '../record/index.ts';

/** A planned trial, every sealed attempt at it, and the grade of the conclusive one. */
export type GradedTrial = {
  readonly planned: PlannedTrial;
  /** Attempts in the quarantine. */
  readonly setAside: number;
  readonly attempts: readonly AttemptRecord[];
  readonly grade: GradeRecord | undefined;
};

export type CampaignGrades = {
  readonly plan: CampaignPlan;
  readonly trials: readonly GradedTrial[];
  /** Grades that were not there before. */
  readonly newGrades: number;
};
