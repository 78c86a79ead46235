import { stat } from 'node:fs/promises';
import { isSystemError, isToolbaseError, ordinalCompare, ToolbaseError } from '../../kernel/index.ts';
import type { ExternalDeclaration, SettingDeclaration } from '../../manifest/index.ts';
import type { ExternalFinding } from '../external-version.ts';
import type { MachineLayers } from '../layer.ts';
import { externalMissing, settingMissing } from '../machine-problem.ts';
import {
  type Declarations,
  type ResolvedExternal,
  type ResolvedSetting,
  resolveExternal,
  resolveSetting,
  type UnknownName,
  unknownNames,
} from '../resolve-settings.ts';
import { probeExternal } from './probe-external.ts';
import { readSecret } from './read-secret.ts';

/** One setting of a toolkit on this machine. */
export interface SurveyedSetting {
  readonly name: string;
  readonly declaration: SettingDeclaration;
  /** Undefined when what was given does not fit. */
  readonly resolved: ResolvedSetting | undefined;
  /** The secret itself, by a call, so that nothing prints it by accident; only of a sensitive setting that is there. */
  readonly reveal: (() => string) | undefined;
  /** Why the toolkit cannot run with it. */
  readonly problem: ToolbaseError | undefined;
}

/** One external of a toolkit on this machine. */
export interface SurveyedExternal {
  readonly name: string;
  readonly declaration: ExternalDeclaration;
  readonly resolved: ResolvedExternal | undefined;
  readonly finding: ExternalFinding | undefined;
  /** Why the toolkit cannot run with it; an optional one that nobody named is none. */
  readonly problem: ToolbaseError | undefined;
}

/** All that a toolkit asks of a machine and what the machine has, each with its own problem. Sorted by name. */
export interface MachineSurvey {
  readonly settings: readonly SurveyedSetting[];
  readonly externals: readonly SurveyedExternal[];
  readonly unknown: readonly UnknownName[];
}

/** Settles every setting and external of a toolkit: merges the layers, reads the secrets, probes the programs. */
export async function surveyMachine(toolkit: Declarations, layers: MachineLayers): Promise<MachineSurvey> {
  const inOrder = <T>(declared: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(declared).sort(([a], [b]) => ordinalCompare(a, b));
  const [settings, externals] = await Promise.all([
    Promise.all(
      inOrder(toolkit.settings).map(([name, each]) => surveySetting(toolkit.name, name, each, layers)),
    ),
    Promise.all(
      inOrder(toolkit.externals).map(([name, each]) => surveyExternal(toolkit.name, name, each, layers)),
    ),
  ]);
  return { settings, externals, unknown: unknownNames(toolkit, layers) };
}

async function surveySetting(
  toolkit: string,
  name: string,
  declaration: SettingDeclaration,
  layers: MachineLayers,
): Promise<SurveyedSetting> {
  const surveyed: { resolved?: ResolvedSetting; reveal?: () => string } = {};
  const problem = await problemOf(async () => {
    const resolved = resolveSetting(toolkit, name, declaration, layers);
    surveyed.resolved = resolved;
    const what = `the setting ${name} of ${toolkit}`;
    if (resolved.secret !== undefined) {
      const secret = await readSecret(resolved.secret, what, layers.environment);
      surveyed.reveal = () => secret;
    } else if (resolved.value !== undefined) await checkPath(resolved, what);
    else if (declaration.required) throw settingMissing(toolkit, name, declaration);
  });
  return { name, declaration, resolved: surveyed.resolved, reveal: surveyed.reveal, problem };
}

async function surveyExternal(
  toolkit: string,
  name: string,
  declaration: ExternalDeclaration,
  layers: MachineLayers,
): Promise<SurveyedExternal> {
  const surveyed: { resolved?: ResolvedExternal; finding?: ExternalFinding } = {};
  const problem = await problemOf(async () => {
    const resolved = resolveExternal(toolkit, name, declaration, layers);
    surveyed.resolved = resolved;
    const { path } = resolved;
    const finding = await probeExternal({ declaration, path, environment: layers.environment });
    surveyed.finding = finding;
    if (finding.kind !== 'found' && (!declaration.optional || path !== undefined))
      throw externalMissing(toolkit, name, declaration, finding);
  });
  return { name, declaration, resolved: surveyed.resolved, finding: surveyed.finding, problem };
}

async function problemOf(act: () => Promise<void>): Promise<ToolbaseError | undefined> {
  try {
    await act();
    return undefined;
  } catch (cause) {
    if (isToolbaseError(cause)) return cause;
    throw cause;
  }
}

async function checkPath({ declaration, value, origin }: ResolvedSetting, what: string): Promise<void> {
  if ((declaration.type !== 'file' && declaration.type !== 'directory') || typeof value !== 'string') return;
  try {
    const found = await stat(value);
    if (declaration.type === 'file' ? found.isFile() : found.isDirectory()) return;
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG')) throw cause;
  }
  const kind = declaration.type === 'file' ? 'file' : 'folder';
  throw new ToolbaseError(
    'BAD_SETTINGS',
    `${what} is ${value} (${origin?.source}), where there is no ${kind}`,
  );
}
