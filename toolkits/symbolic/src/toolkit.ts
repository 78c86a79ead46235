import { defineToolkit } from 'toolbase/toolkit';
import { computeDecayRate } from './compute-decay-rate.ts';

export const toolkit = defineToolkit({ operations: [computeDecayRate] });
