import { stat } from 'node:fs/promises';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import type { ExternalDeclaration, ToolkitManifest } from '../../manifest/index.ts';
import type { ExternalFinding } from '../external-version.ts';
import type { MachineLayers } from '../layer.ts';
import { type ResolvedSetting, resolveSettings, type ToolkitSettings } from '../resolve-settings.ts';
import { variableName } from '../variable-name.ts';
import { probeExternal } from './probe-external.ts';
import { readSecret } from './read-secret.ts';

/** What a host of a toolkit is given of this machine. */
export interface ToolkitMachineValues {
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly externals: Readonly<Record<string, { readonly path: string; readonly version: string }>>;
}

/** Settles every setting and external of a toolkit: merges the layers, reads the secrets, probes the programs.
 * @throws ToolbaseError BAD_SETTINGS, SETTING_MISSING, EXTERNAL_MISSING */
export async function machineValues(
  manifest: Pick<ToolkitManifest, 'name' | 'settings' | 'externals'>,
  layers: MachineLayers,
): Promise<ToolkitMachineValues> {
  const resolved = resolveSettings(manifest, layers);
  const mistyped = resolved.unknown.find(({ origin }) => origin.layer === 'flag');
  if (mistyped !== undefined) throw notDeclared(manifest.name, mistyped);
  const settings: Record<string, string | number | boolean> = {};
  const secrets: Record<string, string> = {};
  for (const setting of resolved.settings) {
    const what = `the setting ${setting.name} of ${manifest.name}`;
    if (setting.secret !== undefined)
      secrets[setting.name] = await readSecret(setting.secret, what, layers.environment);
    else if (setting.value !== undefined) {
      await checkPath(setting, what);
      settings[setting.name] = setting.value;
    } else if (setting.declaration.required) throw settingMissing(manifest.name, setting);
  }
  const externals: Record<string, { path: string; version: string }> = {};
  for (const { name, declaration, path } of resolved.externals) {
    const finding = await probeExternal({ declaration, path, environment: layers.environment });
    if (finding.kind === 'found') externals[name] = { path: finding.path, version: finding.version };
    else if (!declaration.optional || path !== undefined)
      throw externalMissing(manifest.name, name, declaration, finding);
  }
  return { settings, secrets, externals };
}

async function checkPath({ declaration, value, origin }: ResolvedSetting, what: string): Promise<void> {
  if ((declaration.type !== 'file' && declaration.type !== 'directory') || typeof value !== 'string') return;
  try {
    const found = await stat(value);
    if (declaration.type === 'file' ? found.isFile() : found.isDirectory()) return;
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) throw cause;
  }
  const kind = declaration.type === 'file' ? 'file' : 'folder';
  throw new ToolbaseError(
    'BAD_SETTINGS',
    `${what} is ${value} (${origin?.source}), where there is no ${kind}`,
  );
}

const notDeclared = (
  toolkit: string,
  { name, origin, near }: ToolkitSettings['unknown'][number],
): ToolbaseError =>
  new ToolbaseError('USAGE', `${origin.source}: ${toolkit} declares no ${name}`, {
    ...(near.length === 0 ? {} : { hint: `Did you mean ${near.join(' or ')}?` }),
  });

const settingMissing = (toolkit: string, { name, declaration }: ResolvedSetting): ToolbaseError =>
  new ToolbaseError('SETTING_MISSING', `${toolkit} needs the setting ${name} (${declaration.title})`, {
    hint: `Write it in the settings under toolkits: ${toolkit}: settings:, or set ${variableName('settings', toolkit, name)}.`,
  });

function externalMissing(
  toolkit: string,
  name: string,
  declaration: ExternalDeclaration,
  finding: Exclude<ExternalFinding, { kind: 'found' }>,
): ToolbaseError {
  const wanted = `${declaration.title} (${declaration.command} ${declaration.versions})`;
  const ways = Object.entries(declaration.install).map(([manager, target]) => `${manager}: ${target}`);
  const install = ways.length === 0 ? `Install ${declaration.title}` : `Install it (${ways.join('; ')})`;
  return new ToolbaseError('EXTERNAL_MISSING', `${toolkit} needs ${wanted}: ${findingText(finding)}`, {
    hint: `${install}, or say where it is in the settings under toolkits: ${toolkit}: externals: ${name}:.`,
  });
}

function findingText(finding: Exclude<ExternalFinding, { kind: 'found' }>): string {
  switch (finding.kind) {
    case 'not-found':
      return 'it is not on PATH';
    case 'wrong-version':
      return `${finding.path} is version ${finding.version}`;
    case 'no-version':
      return `${finding.path} does not tell its version`;
    case 'not-started':
      return `${finding.path} ${finding.reason}`;
  }
}
