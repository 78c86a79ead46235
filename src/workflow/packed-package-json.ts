import { prettyCanonicalJson } from '../kernel/index.ts';
import type { PackageJson } from '../manifest/index.ts';

/** The `package.json` of a package: what registries and readers need, and nothing that runs or that only the author's
 * folder can resolve (scripts, dependencies, files).
 * @param summary of the toolkit, where its author wrote no description for registries */
export function packedPackageJson(packageJson: PackageJson, summary?: string): string {
  const {
    name,
    version,
    description = summary?.trim().replaceAll(/\s+/g, ' '),
    license,
    keywords,
    author,
    homepage,
    repository,
    bugs,
  } = packageJson;
  const { type, toolkitDependencies } = packageJson;
  const isPrivate = packageJson.private;
  return prettyCanonicalJson({
    name,
    version,
    description,
    license,
    keywords,
    author,
    homepage,
    repository,
    bugs,
    type,
    private: isPrivate,
    toolbase: { kind: 'toolkit' },
    ...(Object.keys(toolkitDependencies).length === 0 ? {} : { toolkitDependencies }),
  });
}
