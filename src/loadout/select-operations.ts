import {
  type ExposedName,
  meantHint,
  type OperationName,
  ordinalCompare,
  ToolbaseError,
  type ToolkitName,
} from '../kernel/index.ts';
import type { Operation, ToolkitManifest } from '../manifest/index.ts';
import { aliasOf, exposedName } from './exposed-name.ts';
import { jobNames } from './job-names.ts';
import type { ToolkitRequest } from './loadout.ts';

/** One operation under the name a model sees. */
export interface SelectedOperation {
  readonly toolkit: ToolkitName;
  readonly name: ExposedName;
  readonly operation: Operation;
  /** Shown in place of the operation's own. */
  readonly description?: string;
}

/** The operations that a request takes of a toolkit, sorted by exposed name.
 * @throws ToolbaseError UNKNOWN_BUNDLE, UNKNOWN_OPERATION, BAD_NAME */
export function selectOperations(request: ToolkitRequest, manifest: ToolkitManifest): SelectedOperation[] {
  const alias = aliasOf(manifest.name, request.as);
  const wanted = wantedNames(request, manifest);
  refuseUnshown(request, manifest, wanted);
  return [...wanted]
    .map((name) => {
      const rewording = request.reword?.[name];
      return {
        toolkit: manifest.name,
        name: exposedName(manifest.name, alias, name),
        operation: operationNamed(name, manifest),
        ...(rewording === undefined ? {} : { description: rewording.description }),
      };
    })
    .sort((a, b) => ordinalCompare(a.name, b.name));
}

function operationNamed(name: OperationName, manifest: ToolkitManifest): Operation {
  const operation = manifest.operations.find((each) => each.name === name);
  if (operation !== undefined) return operation;
  throw unknown(
    'operation',
    name,
    manifest,
    manifest.operations.map((each) => each.name),
  );
}

/** Nobody words what no model sees: it is a mistake in the name, or in what is exposed. */
function refuseUnshown(request: ToolkitRequest, manifest: ToolkitManifest, shown: Set<OperationName>): void {
  for (const name of Object.keys(request.reword ?? {}) as OperationName[]) {
    if (shown.has(name)) continue;
    operationNamed(name, manifest);
    throw new ToolbaseError(
      'UNKNOWN_OPERATION',
      `${name} of ${manifest.name} is reworded in the loadout, but not exposed`,
      { hint: 'Add it to `operations:`, or take it out of `reword:`.' },
    );
  }
}

function wantedNames(request: ToolkitRequest, manifest: ToolkitManifest): Set<OperationName> {
  const wanted = includedNames(request, manifest);
  for (const name of request.exclude ?? []) {
    operationNamed(name, manifest);
    wanted.delete(name);
  }
  return wanted;
}

function includedNames(request: ToolkitRequest, manifest: ToolkitManifest): Set<OperationName> {
  if (request.bundles === undefined && request.operations === undefined)
    return new Set(manifest.operations.map(({ name }) => name));
  const wanted = new Set(request.operations);
  for (const name of request.bundles ?? []) {
    const bundle = Object.hasOwn(manifest.bundles, name) ? manifest.bundles[name] : undefined;
    if (bundle === undefined) throw unknown('bundle', name, manifest, Object.keys(manifest.bundles));
    for (const operation of bundle.operations) wanted.add(operation);
  }
  return wanted;
}

function unknown(
  kind: 'bundle' | 'operation',
  name: string,
  manifest: ToolkitManifest,
  known: readonly string[],
): ToolbaseError {
  return new ToolbaseError(
    kind === 'bundle' ? 'UNKNOWN_BUNDLE' : 'UNKNOWN_OPERATION',
    `${manifest.name} ${manifest.version} has no ${kind} ${JSON.stringify(name)}`,
    { hint: meantHint(name, known) },
  );
}

/** Refuses two exposed names that a client may take for one. Case is ignored.
 * @throws ToolbaseError NAME_COLLISION naming both; BAD_NAME for a job whose name is too long */
export function checkUniqueNames(selected: readonly SelectedOperation[]): void {
  const seen = new Map<string, SelectedOperation>();
  for (const each of selected)
    for (const name of namesOf(each)) {
      const earlier = seen.get(name.toLowerCase());
      if (earlier !== undefined)
        throw new ToolbaseError(
          'NAME_COLLISION',
          `${name} of ${each.toolkit} and ${earlier.name} of ${earlier.toolkit} are one name to some clients`,
          { hint: 'Write another `as:` for one of them in the loadout, or leave one operation out.' },
        );
      seen.set(name.toLowerCase(), { ...each, name });
    }
}

/** Of a long operation, those of its job too. */
const namesOf = ({ toolkit, name, operation }: SelectedOperation): readonly ExposedName[] =>
  operation.effects.long === true
    ? [name, ...Object.values<ExposedName>({ ...jobNames(toolkit, name) })]
    : [name];
