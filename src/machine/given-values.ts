import path from 'node:path';
import { type FileLayer, FLAG_NAMES, type MachineLayers, type Origin } from './layer.ts';
import type { SettingValue } from './settings.ts';
import { variableName } from './variable-name.ts';

/** A value as it was written, before it is typed. */
export interface GivenValue {
  readonly origin: Origin;
  readonly value: SettingValue;
  /** Folder that a relative path is meant from; undefined where none is sensible. */
  readonly baseDir: string | undefined;
  /** Only the owner may read the place where it stands. */
  readonly ownerOnly: boolean;
}

/** All values given for one setting or external of a toolkit, weakest first; the toolkit's own default is not among them. */
export function givenValues(
  kind: 'settings' | 'externals',
  toolkit: string,
  name: string,
  layers: MachineLayers,
): GivenValue[] {
  const variable = variableName(kind, toolkit, name);
  const fromEnvironment = layers.environment[variable];
  return [
    ...layers.files.flatMap((layer) => fileValue(kind, toolkit, name, layer)),
    ...(fromEnvironment === undefined || fromEnvironment === ''
      ? []
      : [outside({ layer: 'environment', source: variable }, fromEnvironment)]),
    ...layers.flags[kind]
      .filter((flag) => flag.toolkit === toolkit && flag.name === name)
      .map(({ value }) => outside({ layer: 'flag', source: FLAG_NAMES[kind] }, value)),
  ];
}

function fileValue(
  kind: 'settings' | 'externals',
  toolkit: string,
  name: string,
  layer: FileLayer,
): GivenValue[] {
  const toolkits: Readonly<
    Record<string, Readonly<Record<typeof kind, Readonly<Record<string, SettingValue>>>>>
  > = layer.settings.toolkits;
  const values = Object.hasOwn(toolkits, toolkit) ? toolkits[toolkit]?.[kind] : undefined;
  const value = values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return [];
  return [
    {
      origin: { layer: layer.name, source: layer.file },
      value,
      baseDir: path.dirname(layer.file),
      ownerOnly: layer.ownerOnly,
    },
  ];
}

/** A harness starts the server in a folder of its own choice, so nothing is relative to that. */
const outside = (origin: Origin, value: string): GivenValue => ({
  origin,
  value,
  baseDir: undefined,
  ownerOnly: origin.layer === 'environment',
});
