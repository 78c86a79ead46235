import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';
import type { SettingDeclaration } from '../manifest/index.ts';
import type { SettingsEdit } from './edit-settings.ts';
import type { ValueName } from './explain-value.ts';
import type { GivenValue } from './given-values.ts';
import type { FileLayer } from './layer.ts';
import { secretSource } from './secret-source.ts';
import type { SettingValue } from './settings.ts';
import { isReference, isSensitive } from './shown-value.ts';
import { absolutePath, typedValue } from './typed-value.ts';

/** A value that a person gives for a settings file. */
export interface SettingRequest extends ValueName {
  readonly text: string;
  /** Arguments can be read by every user of a machine, so no secret comes that way. */
  readonly from: 'argument' | 'stdin';
  readonly layer: FileLayer['name'];
  /** The file it goes into, absolute. */
  readonly file: string;
  /** What a relative path is meant from. */
  readonly workingDir: string;
  readonly homeDir: string | undefined;
  /** Of a setting that somebody here declares. */
  readonly declaration: SettingDeclaration | undefined;
}

/** The change of the file that a request means, once it is certain that what it writes will be read.
 * @returns also whether only the owner may read the file afterwards
 * @throws ToolbaseError USAGE, BAD_SETTINGS; never with the value of a secret */
export function planSetting(
  request: SettingRequest,
): SettingsEdit & { value: SettingValue; ownerOnly: boolean } {
  const { kind, toolkit, name, declaration } = request;
  const keys = ['toolkits', toolkit, kind, name] as const;
  const what = `the ${kind === 'settings' ? 'setting' : 'external'} ${name} of ${toolkit}`;
  if (kind === 'externals') return { keys: [...keys], value: pathOf(request, what), ownerOnly: false };
  if (declaration === undefined) return { keys: [...keys], ...undeclared(request, what) };
  if (isSensitive(declaration)) return { keys: [...keys], ...secret(request, what) };
  if (declaration.type === 'file' || declaration.type === 'directory')
    return { keys: [...keys], value: pathOf(request, what), ownerOnly: false };
  const given = givenBy(request, request.text, { layer: 'flag', source: 'this command' });
  return { keys: [...keys], value: typedValue(declaration, given, what, request.homeDir), ownerOnly: false };
}

const givenBy = (
  { file }: SettingRequest,
  value: SettingValue,
  origin: GivenValue['origin'],
): GivenValue => ({ origin, value, baseDir: path.dirname(file), ownerOnly: true });

function secret(request: SettingRequest, what: string): { value: string; ownerOnly: boolean } {
  const { text, from, layer, file } = request;
  const named = text.startsWith('file:') ? `file:${pathOf({ ...request, text: text.slice(5) }, what)}` : text;
  const refers = isReference(named);
  if (from === 'argument' && !refers)
    throw new ToolbaseError(
      'USAGE',
      `${what} is a secret, and arguments can be read by every user of a machine`,
      {
        hint: `Pipe it in: \`toolbase settings set ${request.toolkit}.${request.name} --stdin < file\`, or write env:NAME or file:PATH.`,
      },
    );
  secretSource(givenBy(request, named, { layer, source: file }), what, request.homeDir);
  return { value: named, ownerOnly: !refers };
}

/** Nobody here says what it is: text that is piped in counts as a secret. */
function undeclared(request: SettingRequest, what: string): { value: SettingValue; ownerOnly: boolean } {
  const { text, from, layer, file } = request;
  if (layer === 'project')
    throw new ToolbaseError(
      'USAGE',
      `${what} is declared by no toolkit that is installed, and may be a secret`,
      {
        hint: `Name the lock with --lock, and install it: ${file} is a committed file.`,
      },
    );
  if (from === 'argument') return { value: scalar(text), ownerOnly: false };
  secretSource(givenBy(request, text, { layer, source: file }), what, request.homeDir);
  return { value: text, ownerOnly: !isReference(text) };
}

function scalar(text: string): SettingValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** As a person means it: from the folder they are in. Inside a project it is written relative to the file, so that the
 * project can be moved. */
function pathOf({ text, layer, file, workingDir, homeDir }: SettingRequest, what: string): string {
  const given = {
    origin: { layer: 'flag', source: 'this command' },
    value: text,
    baseDir: workingDir,
  } as const;
  const absolute = absolutePath({ ...given, ownerOnly: false }, what, homeDir);
  if (layer === 'user' || text.startsWith('~')) return text.startsWith('~') ? text : absolute;
  const inside = path.relative(path.dirname(file), absolute);
  return inside === '' || inside.startsWith('..') || path.isAbsolute(inside) ? absolute : inside;
}
