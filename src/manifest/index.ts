export {
  type AnyOperation,
  type AuthoredSchema,
  type OperationContext,
  type Zod3Schema,
} from './define.ts';
export { decodeManifest } from './decode-manifest.ts';
export { Effects, INLINE_RESULT_MAX_BYTES } from './effects.ts';
export { EnvironmentDeclaration, EnvironmentSource } from './environment-declaration.ts';
export {
  environmentFiles,
  freezeEnvironment,
  pinnedEnvironment,
  type PinnedEnvironment,
} from './freeze-environment.ts';
export { ExternalDeclaration, SettingDeclaration, SettingName } from './settings-declaration.ts';
export { freezeDescribed, type FrozenOperation } from './freeze-described.ts';
export { freezeManifest, type ManifestParts } from './freeze-manifest.ts';
export type { ManifestNote } from './manifest-faults.ts';
export { declaredOperations, type DescribedOperations } from './operation-candidates.ts';
export { Limits } from './limits.ts';
export { PackageJson } from './package-json.ts';
export { filledProcedure, Procedure } from './procedure.ts';
export { spokenEffect } from './spoken-rules.ts';
export { readSkill, type SkillSource } from './skill.ts';
export { lowerSchema } from './lower-schema.ts';
export { checkModelText, modelText } from './model-text.ts';
export { OperationDescription, UpstreamTool } from './operation-description.ts';
export { type PortableNode, PortableSchema } from './portable-schema.ts';
export { Provenance, PROVENANCE_PATH, type Source } from './provenance.ts';
export { requirementsText } from './pinned-requirements.ts';
export { inPythonRange, PythonRange } from './python-range.ts';
export {
  Operation,
  SkillEntry,
  ToolAnnotations,
  toolkitFormats,
  ToolkitManifest,
  UpstreamDigests,
} from './toolkit-manifest.ts';
export { Bundle, HostSource, ToolkitSource } from './toolkit-source.ts';
export { UNBUNDLED, unbundledOperations } from './unbundled-operations.ts';
export { driftedFields, upstreamDigests } from './upstream-digests.ts';
export { isAtLeast, type LintFinding, SEVERITIES, type Severity } from './lint/lint-finding.ts';
export { type CountTokens, lintInterface, type LintedInterface } from './lint/lint-interface.ts';
export type { LintSubject } from './lint/lint-subject.ts';
export { toolkitSubjects } from './lint/toolkit-subjects.ts';
