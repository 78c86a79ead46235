import { CampaignSource } from './campaign-source.ts';

export { expandCampaign } from './expand-campaign.ts';

/** Persisted formats of this module, by the name of their JSON Schema. */
export const campaignFormats = { campaign: CampaignSource };
