export type { CampaignGrades, GradedTrial } from './campaign-grades.ts';
export { type ScoredStage, reachOf } from './reach.ts';
