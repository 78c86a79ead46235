import { defineToolkit } from 'toolbase/toolkit';
import { computeCrossSection } from './compute-cross-section.ts';
import { computeDecayRate } from './compute-decay-rate.ts';
import { computeSquaredAmplitude } from './compute-squared-amplitude.ts';

export const toolkit = defineToolkit({
  operations: [computeDecayRate, computeCrossSection, computeSquaredAmplitude],
});
