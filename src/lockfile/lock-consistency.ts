import { jsonEqual, ordinalCompare } from '../kernel/index.ts';
import { toolsOf } from './exposed-tools.ts';
import { exposedPrompts } from './exposed-prompts.ts';
import { withJob } from './job-tools.ts';
import type { Lock, LockedOperation } from './lock.ts';
import { linkedNames, toolkitIn, toolkitsOf } from './toolkits-of.ts';

/** What contradicts itself in a well-formed lock, or undefined. No lock that toolbase wrote does; one written by
 * hand, digests included, may. */
export function inconsistencyOf(lock: Lock): string | undefined {
  const toolkits = toolkitsOf(lock);
  const both = linkedNames(lock).find((name) => Object.hasOwn(lock.toolkits, name));
  if (both !== undefined) return `${both} is both locked and linked`;
  const names = new Set<string>();
  for (const [name, locked] of Object.entries(lock.operations)) {
    const { tool, toolkit, operation, approvedDiff } = locked;
    if (tool.name !== name) return `operation ${name} is listed as ${tool.name}`;
    if (name !== operation && !name.endsWith(`__${operation}`))
      return `${name} is not a name of ${operation}`;
    if (!Object.hasOwn(toolkits, toolkit)) return `${name} is of ${toolkit}, which is not locked`;
    if (approvedDiff !== undefined && toolkits[toolkit]?.hostKind !== 'mcp')
      return `${name} is approved, which only an operation of a wrapped server can be`;
    if (!hasOwnJob(locked)) return `the job of ${name} is not that of its operation`;
    for (const shown of toolsOf(locked)) {
      const folded = shown.tool.name.toLowerCase();
      if (names.has(folded)) return `${shown.tool.name} is there twice but for case`;
      names.add(folded);
    }
  }
  for (const [name, { dependencies }] of Object.entries(toolkits)) {
    const missing = Object.keys(dependencies).find((needed) => !Object.hasOwn(toolkits, needed));
    if (missing !== undefined) return `${name} needs ${missing}, which is not locked`;
  }
  return skillFault(lock);
}

const hasOwnJob = (locked: LockedOperation): boolean =>
  (locked.job === undefined) === (locked.effects.long !== true) &&
  (locked.job === undefined || jsonEqual(withJob(locked), locked));

function skillFault(lock: Lock): string | undefined {
  let last = '';
  for (const { toolkit, name } of lock.skills) {
    if (toolkitIn(lock, toolkit) === undefined) return `skill ${name} is of ${toolkit}, which is not locked`;
    // No name holds a space, so this is the order by toolkit, then by name.
    const key = `${toolkit} ${name}`;
    if (last !== '' && ordinalCompare(last, key) >= 0) return `skill ${name} of ${toolkit} is out of order`;
    last = key;
  }
  const names = exposedPrompts(lock).map((prompt) => prompt.name);
  const twice = names.find((name, at) => names[at + 1] === name);
  return twice === undefined ? undefined : `the procedure ${twice} is there twice`;
}
