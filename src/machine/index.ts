export { configuredCache } from './configured-cache.ts';
export { configuredMinAgeMs } from './configured-min-age.ts';
export { configuredPythons } from './configured-pythons.ts';
export { configuredRegistries, configuredScopes } from './configured-registries.ts';
export {
  type ExplainedValue,
  explainToolkit,
  explainValue,
  type ValueName,
  wantedText,
} from './explain-value.ts';
export { installCommand, type InstallTools, managersInOrder } from './install-command.ts';
export { configuredServing, type ServingSettings } from './configured-serving.ts';
export { findingText } from './machine-problem.ts';
export { type HomePaths, homePaths } from './home-paths.ts';
export { type FileLayer, FLAG_NAMES, type MachineLayers } from './layer.ts';
export { checkFlags, type MachineFlags, machineFlags } from './machine-flags.ts';
export { registryTokens } from './registry-tokens.ts';
export { type Declarations, type ResolvedSetting, resolveSettings } from './resolve-settings.ts';
export { type SecretSource, secretReference } from './secret-source.ts';
export { type NamedInSettings, type SettingProblem, settingProblems } from './setting-problems.ts';
export { configuredIdleMs, type HostRules, hostRules, strictest } from './host-rules.ts';
export { POLICIES, type Policy } from './settings.ts';
export { decodeSettings, settingsFormats, type SettingValue } from './settings.ts';
export { planSetting } from './plan-setting.ts';
export { parseAssignment, parseValueName, variableName } from './variable-name.ts';
export { type ConfiguredPolicy, signaturePolicy } from './signature-policy.ts';
