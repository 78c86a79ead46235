import { defineToolkit } from 'toolbase/toolkit';
import { productionSpectrum } from './production-spectrum.ts';

export const toolkit = defineToolkit({ operations: [productionSpectrum] });
