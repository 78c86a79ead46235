export { type GradeEvent, gradeCampaign } from './grade-campaign.ts';
