import { isToolbaseError } from '../../kernel/index.ts';
import { aliasOf } from '../../loadout/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import {
  type CountTokens,
  type LintFinding,
  type LintedInterface,
  lintInterface,
  type LintSubject,
  toolkitSubjects,
  UNBUNDLED,
} from '../../manifest/index.ts';
import type { Registry } from '../../registry/index.ts';
import { type LostDependency, lostDependencies } from '../lost-dependencies.ts';
import { planPackage } from '../plan-package.ts';
import { namesFolder } from './names-folder.ts';
import { describeToolkit, type PackHosts } from './pack.ts';
import { readToolkitFolder } from './read-toolkit-folder.ts';

type DescribingHosts = Pick<PackHosts, 'describeNode' | 'describeMcp'>;

export type LintReport = LintedInterface & { readonly target: string; readonly kind: 'toolkit' | 'lock' };

export type LintCollaborators = {
  readonly hosts: DescribingHosts;
  readonly countTokens: CountTokens;
  /** Where the toolkits are looked for that a toolkit needs. */
  readonly registries: () => Promise<readonly Registry[]>;
};

/** Judges what a model and its reviewer will see: of a toolkit's folder, or of a lock.
 * @throws ToolbaseError NOT_FOUND, and what reading a lock or describing a toolkit throws */
export async function lint(target: string, with_: LintCollaborators): Promise<LintReport> {
  return namesFolder(target, 'Name a toolkit folder or a lockfile.')
    ? { target, kind: 'toolkit', ...(await lintFolder(target, with_)) }
    : { target, kind: 'lock', ...lintLock(await readLock(target), with_.countTokens) };
}

function lintLock(lock: Lock, countTokens: CountTokens): LintedInterface {
  const subjects = Object.values(lock.operations).map(({ tool }): LintSubject => {
    const [, prefix = ''] = /^([a-z][a-z0-9]*)__/.exec(tool.name) ?? [];
    const { name, title, description, inputSchema } = tool;
    return { name, prefix, title, description, authored: inputSchema, served: inputSchema };
  });
  return lintInterface({ subjects, instructions: lock.instructions }, countTokens);
}

async function lintFolder(
  dir: string,
  { hosts, countTokens, registries }: LintCollaborators,
): Promise<LintedInterface> {
  const folder = await readToolkitFolder(dir);
  const { described, bundle } = await describeToolkit(folder, hosts);
  const subjects = toolkitSubjects(described, folder.source, prefixOf(folder.packageJson.name));
  const linted = lintInterface({ subjects, instructions: folder.source.instructions ?? '' }, countTokens);
  return {
    ...linted,
    findings: [
      ...packFindings(() => planPackage(folder, described, bundle)),
      ...(await lostDependencies(folder.packageJson.toolkitDependencies, registries)).map(lostFinding),
      ...linted.findings,
    ],
  };
}

const lostFinding = ({ fault }: LostDependency): LintFinding => ({
  rule: 'dependency-unknown',
  severity: 'warning',
  where: 'toolkitDependencies',
  message: fault,
});

function prefixOf(name: Parameters<typeof aliasOf>[0]): string {
  try {
    return aliasOf(name, undefined);
  } catch (cause) {
    if (isToolbaseError(cause) && cause.code === 'BAD_NAME') return '';
    throw cause;
  }
}

/** What `pack` would refuse and warn of. */
function packFindings(plan: () => ReturnType<typeof planPackage>): LintFinding[] {
  try {
    return plan().warnings.map(({ where, reason }) => ({
      rule: reason === UNBUNDLED ? 'operation-unbundled' : 'schema-lowered',
      severity: 'warning',
      where,
      message: reason,
    }));
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    const [, ...lines] = cause.message.split('\n  ');
    return (lines.length === 0 ? [cause.message] : lines).map((message) => ({
      rule: 'pack',
      severity: 'error',
      where: 'toolkit',
      message,
    }));
  }
}
