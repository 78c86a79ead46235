import semver from 'semver';
import type { ManifestFaults } from './manifest-faults.ts';
import type { PackageJson } from './package-json.ts';
import type { ExternalDeclaration, SettingDeclaration } from './settings-declaration.ts';
import type { ToolkitSource } from './toolkit-source.ts';

/** Notes what is wrong in `toolkit.yaml` and `package.json` beyond their form. */
export function checkSource(
  source: ToolkitSource,
  packageJson: PackageJson,
  operations: ReadonlySet<string>,
  faults: ManifestFaults,
): void {
  checkBundles(source, operations, faults);
  checkPlaceholders(source, faults);
  for (const [name, setting] of Object.entries(source.settings)) checkSetting(name, setting, faults);
  for (const [name, external] of Object.entries(source.externals)) checkExternal(name, external, faults);
  for (const [name, range] of Object.entries(packageJson.toolkitDependencies)) {
    const where = `package.json /toolkitDependencies/${name}`;
    if (semver.validRange(range) === null)
      faults.add('BAD_MANIFEST', where, `${JSON.stringify(range)} is no range`);
    if (name === packageJson.name) faults.add('BAD_MANIFEST', where, 'is the toolkit itself');
  }
}

function checkBundles(source: ToolkitSource, operations: ReadonlySet<string>, faults: ManifestFaults): void {
  for (const [name, bundle] of Object.entries(source.bundles)) {
    const seen = new Set<string>();
    for (const operation of bundle.operations) {
      const where = `toolkit.yaml /bundles/${name}`;
      if (!operations.has(operation)) faults.add('BAD_MANIFEST', where, `${operation} is no operation`);
      if (seen.has(operation)) faults.add('BAD_MANIFEST', where, `${operation} is listed twice`);
      seen.add(operation);
    }
  }
}

function checkPlaceholders(source: ToolkitSource, faults: ManifestFaults): void {
  const { host } = source;
  if (host.kind === 'node') return;
  const texts: [string, string][] = [
    ['command', host.command],
    ...host.args.map((text, index): [string, string] => [`args/${index}`, text]),
    ...Object.entries(host.env).map(([name, text]): [string, string] => [`env/${name}`, text]),
  ];
  for (const [key, text] of texts)
    for (const [placeholder, inner = ''] of text.matchAll(/\$\{([^}]*)\}/g)) {
      const fault = placeholderFault(source, inner, key);
      if (fault !== undefined)
        faults.add('BAD_MANIFEST', `toolkit.yaml /host/${key}`, `${placeholder} ${fault}`);
    }
}

function placeholderFault(
  { settings, externals, environments }: ToolkitSource,
  inner: string,
  key: string,
): string | undefined {
  if (['toolkit', 'workspace'].includes(inner)) return undefined;
  const [kind, name = ''] = inner.split(/\.(.*)/s);
  if (kind === 'setting' && Object.hasOwn(settings, name))
    return !key.startsWith('env/') && isSecret(settings[name])
      ? 'is a secret, and arguments can be read by every user of a machine: pass it in env'
      : undefined;
  const known =
    (kind === 'external' && Object.hasOwn(externals, name)) ||
    (kind === 'environment' && Object.hasOwn(environments, name));
  return known ? undefined : 'is not declared';
}

const isSecret = (setting: SettingDeclaration | undefined): boolean =>
  setting?.type === 'string' && setting.sensitive;

function checkSetting(name: string, setting: SettingDeclaration, faults: ManifestFaults): void {
  const where = `toolkit.yaml /settings/${name}`;
  if (setting.type === 'string' && setting.sensitive && setting.default !== undefined)
    faults.add('BAD_MANIFEST', where, 'is sensitive, so it cannot have a published default');
  if (setting.type !== 'number') return;
  const [low, high] = [setting.min ?? -Infinity, setting.max ?? Infinity];
  const preset = setting.default ?? Math.max(low, Math.min(high, 0));
  if (low > high) faults.add('BAD_MANIFEST', where, 'has a min above its max');
  else if (preset < low || preset > high) faults.add('BAD_MANIFEST', where, 'has a default out of range');
}

function checkExternal(name: string, external: ExternalDeclaration, faults: ManifestFaults): void {
  const where = `toolkit.yaml /externals/${name}`;
  if (semver.validRange(external.versions) === null)
    faults.add('BAD_MANIFEST', where, `${JSON.stringify(external.versions)} is no range of versions`);
  try {
    new RegExp(external.versionPattern);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    faults.add('BAD_MANIFEST', where, `its versionPattern is no regular expression: ${cause.message}`);
  }
}
