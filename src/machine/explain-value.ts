import { isToolbaseError, nearMatches, ordinalCompare } from '../kernel/index.ts';
import type { SettingDeclaration } from '../manifest/index.ts';
import { type GivenValue, givenValues } from './given-values.ts';
import type { LayerName, MachineLayers } from './layer.ts';
import { type DeclaredNames, type Declarations, unknownNames } from './resolve-settings.ts';
import { secretSource } from './secret-source.ts';
import type { SettingValue } from './settings.ts';
import { isSensitive, shownValue } from './shown-value.ts';
import { absolutePath, typedValue } from './typed-value.ts';

/** Which value is meant. */
export interface ValueName {
  readonly kind: 'settings' | 'externals';
  readonly toolkit: string;
  readonly name: string;
}

/** One layer that has a value. */
export interface ExplainedLayer {
  readonly layer: LayerName;
  /** File, variable, flag, or the toolkit. */
  readonly source: string;
  /** As it may be printed. */
  readonly value: SettingValue;
  /** Why it does not fit, if so. */
  readonly problem?: string;
}

/** Where a value comes from, and all that it shadows. */
export interface ExplainedValue extends ValueName {
  /** The toolkit declares it; undefined when no declaration of the toolkit is at hand. */
  readonly declared: boolean | undefined;
  readonly sensitive: boolean;
  /** What the declaration asks for, in words. */
  readonly wanted?: string;
  readonly title?: string;
  readonly required: boolean;
  /** Names that an undeclared one may have been meant as. */
  readonly near: readonly string[];
  /** Strongest first: the first one counts. */
  readonly layers: readonly ExplainedLayer[];
}

/** Explains one value. @param toolkit its declarations, if they are at hand */
export function explainValue(
  which: ValueName,
  toolkit: Declarations | undefined,
  layers: MachineLayers,
): ExplainedValue {
  const { kind, name } = which;
  const given = givenValues(kind, which.toolkit, name, layers);
  const setting = kind === 'settings' ? own(toolkit?.settings, name) : undefined;
  const explained = given.map((each) => explainLayer(which, each, setting, layers.homeDir)).reverse();
  const preset = setting?.default;
  if (preset !== undefined) explained.push({ layer: 'default', source: which.toolkit, value: preset });
  return { ...which, ...declarationOf(which, toolkit), layers: explained };
}

function declarationOf(
  { kind, name }: ValueName,
  toolkit: Declarations | undefined,
): Omit<ExplainedValue, keyof ValueName | 'layers'> {
  const none = { sensitive: false, required: false, near: [] };
  if (toolkit === undefined) return { ...none, declared: undefined };
  const setting = kind === 'settings' ? own(toolkit.settings, name) : undefined;
  const external = kind === 'externals' ? own(toolkit.externals, name) : undefined;
  if (setting !== undefined) {
    const { title, required } = setting;
    const wanted = wantedText(setting);
    return { ...none, declared: true, sensitive: isSensitive(setting), title, wanted, required };
  }
  if (external !== undefined) {
    const { title, versions, optional } = external;
    return { ...none, declared: true, title, wanted: versions, required: !optional };
  }
  return { ...none, declared: false, near: nearMatches(name, Object.keys(toolkit[kind])) };
}

const own = <T>(declared: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  declared !== undefined && Object.hasOwn(declared, name) ? declared[name] : undefined;

function explainLayer(
  { kind, toolkit, name }: ValueName,
  given: GivenValue,
  declaration: SettingDeclaration | undefined,
  homeDir: string | undefined,
): ExplainedLayer {
  const what = `the ${kind === 'settings' ? 'setting' : 'external'} ${name} of ${toolkit}`;
  const asWritten = kind === 'externals' ? given.value : shownValue(given.value, declaration);
  try {
    return { ...given.origin, value: meantValue(kind, given, declaration, what, homeDir) ?? asWritten };
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    return { ...given.origin, value: asWritten, problem: cause.message };
  }
}

/** The typed value, where it may be printed. @throws ToolbaseError BAD_SETTINGS */
function meantValue(
  kind: ValueName['kind'],
  given: GivenValue,
  declaration: SettingDeclaration | undefined,
  what: string,
  homeDir: string | undefined,
): SettingValue | undefined {
  if (kind === 'externals') return absolutePath(given, what, homeDir);
  if (declaration === undefined) return undefined;
  if (!isSensitive(declaration)) return typedValue(declaration, given, what, homeDir);
  secretSource(given, what, homeDir);
  return undefined;
}

/** What a setting must be, in words. */
export function wantedText(declaration: SettingDeclaration): string {
  switch (declaration.type) {
    case 'string':
      return declaration.sensitive ? 'secret' : 'text';
    case 'boolean':
      return 'true or false';
    case 'file':
    case 'directory':
      return declaration.type === 'file' ? 'file' : 'folder';
    case 'number': {
      const { min, max } = declaration;
      if (min !== undefined && max !== undefined) return `number from ${min} to ${max}`;
      if (min !== undefined) return `number from ${min}`;
      return max === undefined ? 'number' : `number up to ${max}`;
    }
  }
}

/** Every value of one toolkit: what it declares and what the layers name, settings first, by name. */
export function explainToolkit(
  name: string,
  toolkit: Declarations | undefined,
  layers: MachineLayers,
): ExplainedValue[] {
  const known: DeclaredNames = toolkit ?? { name, settings: {}, externals: {} };
  return (['settings', 'externals'] as const).flatMap((kind) => {
    const names = new Set([
      ...Object.keys(known[kind]),
      ...unknownNames(known, layers).flatMap((each) => (each.kind === kind ? [each.name] : [])),
    ]);
    return [...names]
      .sort(ordinalCompare)
      .map((each) => explainValue({ kind, toolkit: name, name: each }, toolkit, layers));
  });
}
