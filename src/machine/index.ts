export { configuredPythons } from './configured-pythons.ts';
export { configuredRegistries, configuredScopes } from './configured-registries.ts';
export { type HomePaths, homePaths } from './home-paths.ts';
export type { FileLayer, MachineLayers } from './layer.ts';
export { registryTokens } from './registry-tokens.ts';
export { type ResolvedSetting, resolveSettings } from './resolve-settings.ts';
export type { SecretSource } from './secret-source.ts';
export { decodeSettings, settingsFormats } from './settings.ts';
export { parseAssignment, variableName } from './variable-name.ts';
