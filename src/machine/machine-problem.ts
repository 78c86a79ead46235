import { ToolbaseError } from '../kernel/index.ts';
import type { ExternalDeclaration, SettingDeclaration } from '../manifest/index.ts';
import type { ExternalFinding } from './external-version.ts';
import type { UnknownName } from './resolve-settings.ts';
import { isSensitive } from './shown-value.ts';
import { variableName } from './variable-name.ts';

/** A program that does not serve. */
export type ExternalFault = Exclude<ExternalFinding, { kind: 'found' }>;

/** The error of a flag that gives a value to what a toolkit does not declare. */
export const notDeclared = (toolkit: string, { name, origin, near }: UnknownName): ToolbaseError =>
  new ToolbaseError('USAGE', `${origin.source}: ${toolkit} declares no ${name}`, {
    ...(near.length === 0 ? {} : { hint: `Did you mean ${near.join(' or ')}?` }),
  });

/** The error of a required setting that no layer has. */
export function settingMissing(
  toolkit: string,
  name: string,
  declaration: SettingDeclaration,
): ToolbaseError {
  const value = isSensitive(declaration) ? 'env:<VARIABLE>' : `<${declaration.type}>`;
  return new ToolbaseError('SETTING_MISSING', `${toolkit} needs the setting ${name} (${declaration.title})`, {
    hint: `Run \`toolbase settings set ${toolkit}.${name} ${value}\`, or set ${variableName('settings', toolkit, name)}.`,
  });
}

/** The error of an external program that is not there, or that does not serve. */
export function externalMissing(
  toolkit: string,
  name: string,
  declaration: ExternalDeclaration,
  finding: ExternalFault,
): ToolbaseError {
  const wanted = `${declaration.title} (${declaration.command} ${declaration.versions})`;
  const ways = Object.entries(declaration.install).map(([manager, target]) => `${manager}: ${target}`);
  const install = ways.length === 0 ? `Install ${declaration.title}` : `Install it (${ways.join('; ')})`;
  const asked = [declaration.command, ...declaration.versionArgs].join(' ');
  const first =
    finding.kind === 'no-version' ? `It is asked by \`${asked}\`, and has to print its version` : install;
  return new ToolbaseError('EXTERNAL_MISSING', `${toolkit} needs ${wanted}: ${findingText(finding)}`, {
    hint: `${first}, or say where it is: \`toolbase settings set ${toolkit}.${name} <path> --external\`.`,
  });
}

/** What is wrong with a program, in words. */
export function findingText(finding: ExternalFault): string {
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
