export type { CampaignGrades, GradedTrial } from './campaign-grades.ts';
export { GRADER_VERSION } from './grade-submission.ts';
export { type ScoredStage, reachOf } from './reach.ts';
