export { CITATION, DEFAULT_PARENTS, type Parent, PARENT_NAMES, type ParentName, PARENTS } from './parents.ts';
export { type Emission, emissionSpectrum, quantile, type Spectrum, type SpectrumTable } from './spectrum.ts';
