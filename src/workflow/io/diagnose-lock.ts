import { isToolbaseError, reportOf, shellWord, ToolbaseError } from '../../kernel/index.ts';
import { type Lock, type LockedToolkit, toolkitsOf } from '../../lockfile/index.ts';
import {
  explainValue,
  findingText,
  hostRules,
  installCommand,
  type InstallTools,
  type MachineLayers,
  wantedText,
} from '../../machine/index.ts';
import { type MachineSurvey, surveyMachine } from '../../machine/io/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import { toolkitEnvironments } from '../../store/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import type {
  DiagnosedEnvironment,
  DiagnosedExternal,
  DiagnosedHost,
  DiagnosedSetting,
  DiagnosedToolkit,
} from '../diagnosis.ts';
import { installedManifest } from './installed-manifest.ts';

export interface DiagnosisCollaborators {
  readonly store: Pick<Store, 'verify' | 'pathOf'>;
  readonly environments: Pick<Environments, 'stateOf'>;
  readonly layers: MachineLayers;
  readonly tools: InstallTools;
  /** @throws ToolbaseError when hosts cannot be run in a sandbox here */
  readonly requireSandbox: () => Promise<void>;
}

/** Looks at everything that the toolkits of a lock need on this machine: files are hashed, programs asked for their
 * versions, secrets read but kept out of the result. Changes nothing.
 * @param lockFile named in what is to be done */
export async function diagnoseLock(
  lock: Lock,
  lockFile: string,
  around: DiagnosisCollaborators,
): Promise<DiagnosedToolkit[]> {
  const diagnosed: DiagnosedToolkit[] = [];
  // One toolkit after the other: each external is a program that is started.
  for (const [name, locked] of Object.entries(toolkitsOf(lock)))
    diagnosed.push(await diagnoseToolkit(name, locked, lockFile, around));
  return diagnosed;
}

async function diagnoseToolkit(
  name: string,
  locked: Pick<LockedToolkit, 'version' | 'treeDigest' | 'hostKind' | 'environments' | 'externals'>,
  lockFile: string,
  around: DiagnosisCollaborators,
): Promise<DiagnosedToolkit> {
  const { version, treeDigest } = locked;
  const common = { name, version };
  try {
    const manifest = await installedManifest(around.store, treeDigest);
    const survey = await surveyMachine(manifest, around.layers);
    return {
      ...common,
      state: 'installed',
      problem: null,
      host: await hostOf(manifest, around),
      settings: settingsOf(manifest, survey, around.layers),
      externals: externalsOf(survey, around.tools),
      environments: await environmentsOf(manifest, around.store.pathOf(treeDigest), lockFile, around),
      secretsInEnvironment: secretsIn(manifest),
    };
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    // The lock itself declares the programs.
    const survey = await surveyMachine({ name, settings: {}, externals: locked.externals }, around.layers);
    const missing = cause.code === 'NOT_INSTALLED';
    const problem = missing ? notInstalled(`${name} ${version} is not in the store`, lockFile) : cause;
    return {
      ...common,
      state: missing ? 'missing' : 'changed',
      problem: problem.report(),
      host: null,
      settings: [],
      externals: externalsOf(survey, around.tools),
      environments: [],
      secretsInEnvironment: [],
    };
  }
}

const notInstalled = (message: string, lockFile: string): ToolbaseError =>
  new ToolbaseError('NOT_INSTALLED', message, { hint: `Run \`toolbase install ${shellWord(lockFile)}\`.` });

async function hostOf(
  { name, host }: ToolkitManifest,
  { layers, requireSandbox }: DiagnosisCollaborators,
): Promise<DiagnosedHost> {
  const { sandbox, network: isAllowed } = hostRules(name, layers);
  if (!sandbox) return { sandbox, network: true, problem: null };
  const network = isAllowed && host.network === true;
  try {
    await requireSandbox();
    return { sandbox, network, problem: null };
  } catch (cause) {
    return { sandbox, network, problem: reportOf(cause) };
  }
}

const settingsOf = (
  manifest: ToolkitManifest,
  { settings }: MachineSurvey,
  layers: MachineLayers,
): DiagnosedSetting[] =>
  settings.map(({ name, declaration, problem }) => {
    const which = { kind: 'settings', toolkit: manifest.name, name } as const;
    const [first] = explainValue(which, manifest, layers).layers;
    return {
      name,
      title: declaration.title,
      wanted: wantedText(declaration),
      required: declaration.required,
      value: first?.value ?? null,
      source: first?.source ?? null,
      problem: problem?.report() ?? null,
    };
  });

const externalsOf = ({ externals }: MachineSurvey, tools: InstallTools): DiagnosedExternal[] =>
  externals.map(({ name, declaration, finding, problem }) => {
    const { title, command, versions, optional, install } = declaration;
    const isFound = finding?.kind === 'found';
    return {
      name,
      title,
      command,
      wanted: versions,
      optional,
      path: finding === undefined || finding.kind === 'not-found' ? null : finding.path,
      version: finding !== undefined && 'version' in finding ? finding.version : null,
      fault: finding === undefined || isFound ? null : findingText(finding),
      install: isFound ? null : (installCommand(install, tools) ?? null),
      problem: problem?.report() ?? null,
    };
  });

async function environmentsOf(
  manifest: ToolkitManifest,
  folder: string,
  lockFile: string,
  { environments }: DiagnosisCollaborators,
): Promise<DiagnosedEnvironment[]> {
  const found: DiagnosedEnvironment[] = [];
  for (const [name, environment] of toolkitEnvironments(manifest.name, manifest.environments, folder)) {
    const { kind } = environment.declaration;
    try {
      const state = await environments.stateOf(environment);
      const problem =
        state === 'present' ? null : notInstalled(`${environment.label} is ${state}`, lockFile).report();
      found.push({ name, kind, state, problem });
    } catch (cause) {
      if (!isToolbaseError(cause)) throw cause;
      found.push({ name, kind, state: 'unknown', problem: cause.report() });
    }
  }
  return found;
}

/** A manifest maps settings into the variables of a wrapped server; elsewhere no secret enters an environment. */
function secretsIn({ host, settings }: ToolkitManifest): DiagnosedToolkit['secretsInEnvironment'] {
  if (host.kind === 'node') return [];
  return Object.entries(host.env).flatMap(([variable, text]) =>
    [...text.matchAll(/\$\{setting\.([^}]*)\}/g)].flatMap(([, setting = '']) => {
      const declared = Object.hasOwn(settings, setting) ? settings[setting] : undefined;
      return declared?.type === 'string' && declared.sensitive ? [{ variable, setting }] : [];
    }),
  );
}
