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
import type { ToolkitRequest } from './loadout.ts';

/** One operation under the name a model sees. */
export interface SelectedOperation {
  readonly toolkit: ToolkitName;
  readonly name: ExposedName;
  readonly operation: Operation;
}

/** The operations that a request takes of a toolkit, sorted by exposed name.
 * @throws ToolbaseError UNKNOWN_BUNDLE, UNKNOWN_OPERATION, BAD_NAME */
export function selectOperations(request: ToolkitRequest, manifest: ToolkitManifest): SelectedOperation[] {
  const byName = new Map(manifest.operations.map((operation) => [operation.name, operation]));
  const alias = aliasOf(manifest.name, request.as);
  return [...wantedNames(request, manifest)]
    .map((wanted) => {
      const operation = byName.get(wanted);
      if (operation === undefined) throw unknown('operation', wanted, manifest, [...byName.keys()]);
      return { toolkit: manifest.name, name: exposedName(manifest.name, alias, wanted), operation };
    })
    .sort((a, b) => ordinalCompare(a.name, b.name));
}

function wantedNames(request: ToolkitRequest, manifest: ToolkitManifest): Set<OperationName> {
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
 * @throws ToolbaseError NAME_COLLISION naming both */
export function checkUniqueNames(selected: readonly SelectedOperation[]): void {
  const seen = new Map<string, SelectedOperation>();
  for (const each of selected) {
    const earlier = seen.get(each.name.toLowerCase());
    if (earlier !== undefined)
      throw new ToolbaseError(
        'NAME_COLLISION',
        `${each.name} of ${each.toolkit} and ${earlier.name} of ${earlier.toolkit} are one name to some clients`,
        { hint: 'Write another `as:` for one of them in the loadout, or leave one operation out.' },
      );
    seen.set(each.name.toLowerCase(), each);
  }
}
