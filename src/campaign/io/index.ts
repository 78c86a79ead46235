export { type RunEvent, type RunOptions, type RunResult, runCampaign } from './run-campaign.ts';
