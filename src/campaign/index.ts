export { CampaignSource } from './campaign-source.ts';
export { expandCampaign } from './expand-campaign.ts';
