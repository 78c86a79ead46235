import { defineToolkit } from 'toolbase/toolkit';
import { checkExpression } from './check-expression.ts';
import { computeCrossSection } from './compute-cross-section.ts';
import { computeDecayRate } from './compute-decay-rate.ts';
import { computeSquaredAmplitude } from './compute-squared-amplitude.ts';
import { drawDiagram } from './draw-diagram.ts';
import { lookUpParticle } from './look-up-particle.ts';

export const toolkit = defineToolkit({
  operations: [
    computeDecayRate,
    computeCrossSection,
    computeSquaredAmplitude,
    checkExpression,
    drawDiagram,
    lookUpParticle,
  ],
});
