export { findToolkit, type FoundToolkit, registryNamed } from './find-toolkit.ts';
export { Packument, registryFormats, Release } from './packument.ts';
export type { Registry, Submission, WritableRegistry } from './registry.ts';
export { registryOrder, type RegistryPlace } from './registry-order.ts';
