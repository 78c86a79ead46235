export { findToolkit, type FoundToolkit } from './find-toolkit.ts';
export { nerfDart } from './npm-address.ts';
export { type Credential, credentialKey, type CredentialTable } from './npm-credentials.ts';
export type { Account, Logout, NpmRegistry } from './npm-registry.ts';
export { EMPTY_NPMRC, type Npmrc, parseNpmrc } from './npmrc.ts';
export { newestOf, Packument, registryFormats } from './packument.ts';
export type { Registry, Submission, ToolkitSummary, WritableRegistry } from './registry.ts';
export { type NpmPlace, registryOrder, type RegistryPlace } from './registry-order.ts';
export { withinScopes } from './within-scopes.ts';
