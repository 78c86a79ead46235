export { loadCampaign } from './load-campaign.ts';
export { type RunEvent, type RunOptions, type RunResult, runCampaign } from './run-campaign.ts';
