import { defineToolkit } from 'toolbase/toolkit';
import { decayInVolumeVsCoupling } from './decay-in-volume-vs-coupling.ts';
import { decayInVolumeVsLifetime } from './decay-in-volume-vs-lifetime.ts';
import { llpWidths } from './llp-widths.ts';
import { mesonDecayToLlp } from './meson-decay-to-llp.ts';
import { plotReach } from './plot-reach.ts';
import { productionSpectrum } from './production-spectrum.ts';

export const toolkit = defineToolkit({
  operations: [
    productionSpectrum,
    mesonDecayToLlp,
    decayInVolumeVsCoupling,
    decayInVolumeVsLifetime,
    llpWidths,
    plotReach,
  ],
});
