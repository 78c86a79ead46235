import { defineToolkit } from 'toolbase/toolkit';
import { decayInVolumeVsCoupling } from './decay-in-volume-vs-coupling.ts';
import { decayInVolumeVsLifetime } from './decay-in-volume-vs-lifetime.ts';
import { harvestForwardFlux } from './harvest-forward-flux.ts';
import { llpWidths } from './llp-widths.ts';
import { mesonDecayToLlp } from './meson-decay-to-llp.ts';
import { plotReach } from './plot-reach.ts';
import { productionSpectrum } from './production-spectrum.ts';
import { pythiaFromRunCard } from './pythia-from-run-card.ts';

export const toolkit = defineToolkit({
  operations: [
    productionSpectrum,
    pythiaFromRunCard,
    harvestForwardFlux,
    mesonDecayToLlp,
    decayInVolumeVsCoupling,
    decayInVolumeVsLifetime,
    llpWidths,
    plotReach,
  ],
});
