import { canonicalJson, ordinalCompare } from '../kernel/index.ts';
import { linkedNames, type Lock } from '../lockfile/index.ts';

/** How a lock differs from the one before, in short lines: `grid 1.0.0 -> 1.1.0`. Empty for equal locks. */
export function lockChanges(before: Lock | undefined, after: Lock): string[] {
  if (before === undefined) return ['new lock'];
  const lines = [
    ...toolkitChanges(before, after),
    ...linkChanges(before, after),
    ...operationChanges(before, after),
  ];
  if (before.instructions !== after.instructions) lines.push('instructions changed');
  if (canonicalJson(before.skills) !== canonicalJson(after.skills)) lines.push('skills changed');
  if (lines.length === 0 && before.loadoutDigest !== after.loadoutDigest)
    lines.push('the loadout changed, but nothing that is locked');
  return lines;
}

function toolkitChanges(before: Lock, after: Lock): string[] {
  const names = [...new Set([...Object.keys(before.toolkits), ...Object.keys(after.toolkits)])];
  return names.sort(ordinalCompare).flatMap((name) => {
    const [old, now] = [own(before.toolkits, name), own(after.toolkits, name)];
    if (old === undefined) return [`${name} ${now?.version} added`];
    if (now === undefined) return [`${name} ${old.version} removed`];
    if (old.version !== now.version) return [`${name} ${old.version} -> ${now.version}`];
    return canonicalJson(old) === canonicalJson(now) ? [] : [`${name} ${old.version} changed`];
  });
}

function linkChanges(before: Lock, after: Lock): string[] {
  const names = [...new Set([...linkedNames(before), ...linkedNames(after)])];
  return names.sort(ordinalCompare).flatMap((name) => {
    const [old, now] = [own(before.linked ?? {}, name), own(after.linked ?? {}, name)];
    if (now === undefined) return [`${name} no longer linked`];
    if (canonicalJson(old ?? null) === canonicalJson(now)) return [];
    return [`${name} ${old === undefined ? 'linked' : 'linked anew'} from ${now.path}`];
  });
}

function operationChanges(before: Lock, after: Lock): string[] {
  const names = [...new Set([...Object.keys(before.operations), ...Object.keys(after.operations)])];
  return names.sort(ordinalCompare).flatMap((name) => {
    const [old, now] = [own(before.operations, name), own(after.operations, name)];
    if (old === undefined) return [`operation ${name} added`];
    if (now === undefined) return [`operation ${name} removed`];
    return canonicalJson(old) === canonicalJson(now) ? [] : [`operation ${name} changed`];
  });
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
