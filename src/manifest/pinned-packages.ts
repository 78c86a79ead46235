import semver from 'semver';
import { z } from 'zod';
import {
  Integrity,
  type Json,
  parseStrictJson,
  PackagePath,
  parseWith,
  prettyCanonicalJson,
} from '../kernel/index.ts';

const NAME = String.raw`(?:@[A-Za-z0-9~-][A-Za-z0-9._~-]*\/)?[A-Za-z0-9_~-][A-Za-z0-9._~-]*`;
const PackageName = z
  .string()
  .max(214)
  .regex(new RegExp(`^${NAME}$`), 'must be an npm package name');
/** A folder below the environment: a hostile key must not lead out of it. */
const Place = z
  .string()
  .max(1000)
  .regex(new RegExp(`^node_modules/${NAME}(?:/node_modules/${NAME})*$`), 'must be a folder of node_modules');

/** What npm would take for a registry's package; addresses, folders and repositories are fetched unchecked. */
const isRegistrySpec = (spec: string): boolean => {
  const range = spec.startsWith('npm:') ? spec.replace(new RegExp(`^npm:${NAME}@?`), '') : spec;
  // npm takes what ends like an archive for a file.
  const isTag = /^[A-Za-z][A-Za-z0-9._-]*$/.test(range) && !/\.(?:tgz|tar|tar\.gz)$/i.test(range);
  return semver.validRange(range) !== null || isTag;
};
const Spec = z.string().max(300).refine(isRegistrySpec, 'must be a version range of a package in a registry');
const Specs = z.record(PackageName, Spec).optional();

const dependencies = {
  dependencies: Specs,
  optionalDependencies: Specs,
  peerDependencies: Specs,
  peerDependenciesMeta: z.record(PackageName, z.object({ optional: z.boolean().optional() })).optional(),
};

const InsidePath = z
  .string()
  .transform((path) => path.replace(/^\.\//, ''))
  .pipe(PackagePath);

const absent = (what: string) => z.undefined({ error: `${what} cannot be in an environment` }).optional();

const Root = z.object({ ...dependencies, devDependencies: Specs, workspaces: absent('workspaces') });

const System = z.string().regex(/^!?[A-Za-z0-9_-]{1,30}$/, 'must be the name of a system');
const Systems = z.union([System, z.array(System).max(50)]).optional();

/** The fields of a locked package that decide what is installed where. `resolved` is checked and left out: the file is
 * found in the configured registry, and is the right one when its hash fits. */
const LockedPackage = z.object({
  ...dependencies,
  name: PackageName.optional(),
  version: z
    .string()
    .max(256)
    .refine((version) => semver.valid(version) !== null, 'must be an exact version'),
  integrity: z.string('needs an integrity').pipe(Integrity),
  resolved: z
    .string()
    .regex(/^https:\/\//, 'must be a tarball of a registry, by https')
    .optional(),
  link: absent('a linked folder'),
  inBundle: absent('a package bundled in another'),
  /** Programs of the package; npm marks their files executable and links them under `.bin`. */
  bin: z.record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/), InsidePath).optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  peer: z.boolean().optional(),
  os: Systems,
  cpu: Systems,
  libc: Systems,
});

const PackageLock = z.object({
  lockfileVersion: z.literal(3, { error: 'must be 3: make the lock with npm 7 or newer' }),
  packages: z.looseObject({ '': Root }),
});

/** An npm environment's own files, in one spelling: what npm is given, so that it reads what was checked. */
export interface NpmProject {
  readonly packageJson: string;
  readonly packageLock: string;
}

/** Reads an npm lock in which every package is pinned by a hash and comes from a registry. The file may be hostile.
 * @param manifestText the `package.json` beside it, of which only `overrides` are used   @param label names the lock
 * @throws ToolbaseError BAD_MANIFEST naming the packages; BAD_JSON */
export function parsePackageLock(
  lockText: string,
  manifestText: string | undefined,
  label: string,
): NpmProject {
  const { packages } = parseWith(PackageLock, parseStrictJson(lockText, label), label, 'BAD_MANIFEST');
  const { '': root, ...others } = packages;
  const locked = parseWith(z.record(Place, LockedPackage), others, `${label}, packages`, 'BAD_MANIFEST');
  const named = { name: 'environment', version: '0.0.0', ...root };
  const installed = Object.entries(locked).map(
    ([place, { resolved: _address, ...kept }]) => [place, kept] as const,
  );
  return {
    packageJson: prettyCanonicalJson(
      asJson({ ...named, private: true, overrides: overridesOf(manifestText, label) }),
    ),
    packageLock: prettyCanonicalJson(
      asJson({
        name: named.name,
        version: named.version,
        lockfileVersion: 3,
        requires: true,
        packages: { '': named, ...Object.fromEntries(installed) },
      }),
    ),
  };
}

const Overrides: z.ZodType<{ [key: string]: string | object }> = z.record(
  z.string().max(300),
  z.union([
    z.string().refine((spec) => isRegistrySpec(spec.replace(/^\$/, '')), 'must be a version range'),
    z.lazy(() => Overrides),
  ]),
);

function overridesOf(manifestText: string | undefined, label: string): object | undefined {
  if (manifestText === undefined) return undefined;
  const beside = `package.json beside ${label}`;
  const format = z.object({ overrides: Overrides.optional() });
  return parseWith(format, parseStrictJson(manifestText, beside), beside, 'BAD_MANIFEST').overrides;
}

/** Without the members that are undefined. */
const asJson = (value: object): Json => JSON.parse(JSON.stringify(value)) as Json;
