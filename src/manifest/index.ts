export {
  type AnyOperation,
  defineOperation,
  defineToolkit,
  type OperationContext,
  type OperationDefinition,
  type OperationDescription,
  type ToolkitDefinition,
} from './define.ts';
export { Effects, INLINE_RESULT_MAX_BYTES } from './effects.ts';
export { ExternalDeclaration, SettingDeclaration, SettingName } from './settings-declaration.ts';
export {
  Operation,
  PortableSchema,
  SkillEntry,
  ToolAnnotations,
  ToolkitManifest,
  UpstreamDigests,
} from './toolkit-manifest.ts';
export { Bundle, HostSource, ToolkitSource } from './toolkit-source.ts';
