export { configuredPythons } from './configured-pythons.ts';
export { configuredRegistries, configuredScopes } from './configured-registries.ts';
export type { ExternalFinding } from './external-version.ts';
export { type HomePaths, homePaths } from './home-paths.ts';
export {
  type Assignment,
  type FileLayer,
  type LayerName,
  type MachineLayers,
  type Origin,
} from './layer.ts';
export {
  type ResolvedExternal,
  type ResolvedSetting,
  resolveSettings,
  type ToolkitSettings,
} from './resolve-settings.ts';
export { registryTokens } from './registry-tokens.ts';
export type { SecretSource } from './secret-source.ts';
export { decodeSettings, type Settings, settingsFormats, type SettingValue } from './settings.ts';
export { parseAssignment, variableName } from './variable-name.ts';
