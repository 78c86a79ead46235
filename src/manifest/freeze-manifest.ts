import { parseWith } from '../kernel/index.ts';
import { checkSource } from './check-source.ts';
import type { EnvironmentDeclaration } from './environment-declaration.ts';
import { freezeOperation } from './freeze-operation.ts';
import { ManifestFaults, type ManifestNote } from './manifest-faults.ts';
import { candidatesOf, type DescribedOperations, type OperationCandidate } from './operation-candidates.ts';
import type { PackageJson } from './package-json.ts';
import type { HostSource, ToolkitSource } from './toolkit-source.ts';
import { UNBUNDLED, unbundledOperations } from './unbundled-operations.ts';
import { type SkillEntry, ToolkitManifest } from './toolkit-manifest.ts';

/** All that a manifest is frozen from. */
export type ManifestParts = {
  readonly packageJson: PackageJson;
  readonly source: ToolkitSource;
  /** As it is in the package: a `node` host's entry is the bundled module. */
  readonly host: HostSource;
  readonly described: DescribedOperations;
  readonly skills: readonly SkillEntry[];
  readonly environments: Readonly<Record<string, EnvironmentDeclaration>>;
};

/** Freezes what a toolkit declares and its host describes into `toolkit.json`: names checked, schemas lowered,
 * annotations derived. After that no code runs to list, resolve, lock or serve the operations.
 * @throws ToolbaseError BAD_MANIFEST or BAD_SCHEMA naming every fault: the operation, the JSON pointer, the reason */
export function freezeManifest(parts: ManifestParts): {
  readonly manifest: ToolkitManifest;
  readonly warnings: readonly ManifestNote[];
} {
  const { packageJson, source } = parts;
  const faults = new ManifestFaults();
  const candidates = candidatesOf(parts.described, source.operations, faults);
  checkNames(candidates, parts.skills, faults);
  const frozen = candidates.map((candidate) => freezeOperation(candidate, faults));
  checkSource(source, packageJson, new Set(candidates.map(({ name }) => name)), faults);
  faults.throwIfAny(
    `${packageJson.name}@${packageJson.version}`,
    parts.described.kind === 'mcp'
      ? 'Name, describe or omit tools of the wrapped server under operations in toolkit.yaml.'
      : 'Correct the operations, toolkit.yaml or package.json, and pack again.',
  );
  const written = {
    formatVersion: 1,
    kind: 'toolkit',
    name: packageJson.name,
    version: packageJson.version,
    title: source.title,
    summary: source.summary,
    ...(source.instructions === undefined ? {} : { instructions: source.instructions }),
    host: parts.host,
    operations: frozen.filter((operation) => operation !== undefined),
    bundles: source.bundles,
    skills: [...parts.skills],
    settings: source.settings,
    externals: source.externals,
    environments: parts.environments,
    toolkitDependencies: packageJson.toolkitDependencies,
  };
  const manifest = parseWith(ToolkitManifest, written, 'toolkit.json', 'BAD_MANIFEST');
  const unbundled = unbundledOperations(manifest).map((name) => ({
    where: `operation ${name}`,
    reason: UNBUNDLED,
  }));
  return { manifest, warnings: [...faults.warnings, ...unbundled] };
}

function checkNames(
  candidates: readonly OperationCandidate[],
  skills: readonly SkillEntry[],
  faults: ManifestFaults,
): void {
  if (candidates.length === 0 && skills.length === 0)
    faults.add('BAD_MANIFEST', 'toolkit', 'has neither an operation nor a skill');
  for (const group of [candidates, skills]) {
    const seen = new Map<string, string>();
    for (const { name } of group) {
      const earlier = seen.get(name.toLowerCase());
      if (earlier !== undefined)
        faults.add(
          'BAD_MANIFEST',
          `${group === skills ? 'skill' : 'operation'} ${name}`,
          earlier === name ? 'occurs twice' : `differs from ${earlier} only in upper and lower case`,
        );
      seen.set(name.toLowerCase(), name);
    }
  }
}
