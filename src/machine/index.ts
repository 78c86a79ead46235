export { configuredRegistries } from './configured-registries.ts';
export { type ExternalFinding, versionFits } from './external-version.ts';
export { type HomePaths, homePaths } from './home-paths.ts';
export {
  type Assignment,
  type FileLayer,
  type LayerName,
  LAYERS,
  type MachineLayers,
  type Origin,
} from './layer.ts';
export {
  type ResolvedExternal,
  type ResolvedSetting,
  resolveSettings,
  type ToolkitSettings,
} from './resolve-settings.ts';
export type { SecretSource } from './secret-source.ts';
export { decodeSettings, Settings, settingsFormats, SettingValue } from './settings.ts';
export { parseAssignment, variableName } from './variable-name.ts';
