import { nearMatches, ordinalCompare, type ToolkitName } from '../kernel/index.ts';
import type { ExternalDeclaration, SettingDeclaration, ToolkitManifest } from '../manifest/index.ts';
import { type GivenValue, givenValues } from './given-values.ts';
import { FLAG_NAMES, type MachineLayers, type Origin } from './layer.ts';
import { type SecretSource, secretSource } from './secret-source.ts';
import type { Settings, SettingValue } from './settings.ts';
import { absolutePath, typedValue } from './typed-value.ts';
import { variableName } from './variable-name.ts';

interface Resolved {
  readonly name: string;
  /** Undefined when no layer, nor the toolkit, has a value. */
  readonly origin: Origin | undefined;
  /** Where weaker values stand that do not count, strongest first. */
  readonly shadows: readonly Origin[];
}

export interface ResolvedSetting extends Resolved {
  readonly declaration: SettingDeclaration;
  /** Undefined for a sensitive setting and for one that has no value. */
  readonly value: SettingValue | undefined;
  /** Only of a sensitive setting. */
  readonly secret: SecretSource | undefined;
}

export interface ResolvedExternal extends Resolved {
  readonly declaration: ExternalDeclaration;
  /** Absolute; undefined when it is to be looked for on PATH. */
  readonly path: string | undefined;
}

/** What the layers say of one toolkit, each value with its origin. Sorted by name. */
export interface ToolkitSettings {
  readonly settings: readonly ResolvedSetting[];
  readonly externals: readonly ResolvedExternal[];
  /** Names in the layers that this toolkit does not declare. Another version of it may. */
  readonly unknown: readonly UnknownName[];
}

/** A name in the layers that a toolkit does not declare. */
export interface UnknownName {
  readonly kind: 'settings' | 'externals';
  readonly name: string;
  readonly origin: Origin;
  readonly near: readonly string[];
}

/** What of a toolkit depends on the machine. */
export type Declarations = Pick<ToolkitManifest, 'settings' | 'externals'> & { readonly name: string };

/** Merges the layers over the toolkit's own defaults: the strongest value counts, typed by the declaration.
 * @throws ToolbaseError BAD_SETTINGS for a value that does not fit, or a secret where none may stand */
export function resolveSettings(toolkit: Declarations, layers: MachineLayers): ToolkitSettings {
  return {
    settings: sorted(toolkit.settings).map(([name, declaration]) =>
      resolveSetting(toolkit.name, name, declaration, layers),
    ),
    externals: sorted(toolkit.externals).map(([name, declaration]) =>
      resolveExternal(toolkit.name, name, declaration, layers),
    ),
    unknown: unknownNames(toolkit, layers),
  };
}

/** Where one external of a toolkit is, by the strongest layer. @throws ToolbaseError BAD_SETTINGS */
export function resolveExternal(
  toolkit: string,
  name: string,
  declaration: ExternalDeclaration,
  layers: MachineLayers,
): ResolvedExternal {
  const given = givenValues('externals', toolkit, name, layers);
  const strongest = given.at(-1);
  const what = `the external ${name} of ${toolkit}`;
  return {
    name,
    declaration,
    ...originsOf(given),
    path: strongest === undefined ? undefined : absolutePath(strongest, what, layers.homeDir),
  };
}

/** The value of one setting of a toolkit, by the strongest layer. @throws ToolbaseError BAD_SETTINGS */
export function resolveSetting(
  toolkit: string,
  name: string,
  declaration: SettingDeclaration,
  layers: MachineLayers,
): ResolvedSetting {
  const what = `the setting ${name} of ${toolkit}`;
  const given = givenValues('settings', toolkit, name, layers);
  if (declaration.type === 'string' && declaration.sensitive) {
    // Also those that do not count: a secret may not lie about in a committed file.
    const secrets = given.map((each) => secretSource(each, what, layers.homeDir));
    return { name, declaration, value: undefined, secret: secrets.at(-1), ...originsOf(given) };
  }
  const all = declaration.default === undefined ? given : [defaultOf(toolkit, declaration.default), ...given];
  const strongest = all.at(-1);
  const value =
    strongest === undefined ? undefined : typedValue(declaration, strongest, what, layers.homeDir);
  return { name, declaration, value, secret: undefined, ...originsOf(all) };
}

const defaultOf = (toolkit: string, value: SettingValue): GivenValue => ({
  origin: { layer: 'default', source: toolkit },
  value,
  baseDir: undefined,
  ownerOnly: false,
});

function originsOf(given: readonly GivenValue[]): { origin: Origin | undefined; shadows: Origin[] } {
  const origins = given.map(({ origin }) => origin).reverse();
  return { origin: origins[0], shadows: origins.slice(1) };
}

/** The names that a toolkit declares. */
export interface DeclaredNames {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly externals: Readonly<Record<string, unknown>>;
}

/** Names in files, variables and flags that a toolkit does not declare. */
export function unknownNames(toolkit: DeclaredNames, layers: MachineLayers): UnknownName[] {
  return (['settings', 'externals'] as const).flatMap((kind) => {
    const declared = Object.keys(toolkit[kind]);
    const variables = new Set(declared.map((name) => variableName(kind, toolkit.name, name)));
    return namedIn(layers, kind, toolkit.name)
      .filter(({ name, origin }) => !declared.includes(name) && !variables.has(origin.source))
      .map(({ name, origin }) => ({ kind, name, origin, near: nearMatches(name, declared) }));
  });
}

function namedIn(
  layers: MachineLayers,
  kind: 'settings' | 'externals',
  toolkit: string,
): { name: string; origin: Origin }[] {
  const files = layers.files.flatMap(({ name: layer, file, settings }) => {
    const toolkits: Readonly<Record<string, Settings['toolkits'][ToolkitName]>> = settings.toolkits;
    const own = Object.hasOwn(toolkits, toolkit) ? toolkits[toolkit] : undefined;
    return Object.keys(own?.[kind] ?? {}).map((name) => ({ name, origin: { layer, source: file } }));
  });
  const prefix = variableName(kind, toolkit, '');
  const variables = Object.entries(layers.environment).flatMap(([variable, value]) =>
    variable.startsWith(prefix) && value !== undefined && value !== ''
      ? [
          {
            name: variable.slice(prefix.length).toLowerCase(),
            origin: { layer: 'environment' as const, source: variable },
          },
        ]
      : [],
  );
  const flags = layers.flags[kind].filter((flag) => flag.toolkit === toolkit);
  return [
    ...files,
    ...variables,
    ...flags.map(({ name }) => ({ name, origin: { layer: 'flag' as const, source: FLAG_NAMES[kind] } })),
  ];
}

const sorted = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(record).sort(([a], [b]) => ordinalCompare(a, b));
