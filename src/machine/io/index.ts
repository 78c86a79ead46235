export { editSettingsFile, type EditOutcome } from './edit-settings-file.ts';
export { ignorePrivateFile } from './ignore-private-file.ts';
export { loadSettings, settingsFileOf, type SettingsPlace } from './load-settings.ts';
export { machineValues } from './machine-values.ts';
export { probeExternal, type ProbeRequest } from './probe-external.ts';
export { readMachineLayers } from './read-layers.ts';
export { readSecret } from './read-secret.ts';
export { saveRegistryToken } from './save-registry-token.ts';
export { type MachineSurvey, surveyMachine } from './survey-machine.ts';
