import { benchmarkFormats } from './benchmark/index.ts';
import { campaignFormats } from './campaign/index.ts';
import { harnessFormats } from './harness/index.ts';
import { recordFormats } from './record/index.ts';
import { reportFormats } from './report/index.ts';

/** The evaluation side's persisted formats, by the name of their JSON Schema. */
export const evaluationFormats = {
  ...benchmarkFormats,
  ...harnessFormats,
  ...campaignFormats,
  ...recordFormats,
  ...reportFormats,
};
