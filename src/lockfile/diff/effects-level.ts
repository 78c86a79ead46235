import type { Effects, PortableSchema, ToolAnnotations } from '../../manifest/index.ts';
import { type Level, highest } from './level.ts';

/** A withdrawn promise breaks a client that approves calls by it; a new one is an addition. */
export function annotationsLevel(before: ToolAnnotations, after: ToolAnnotations): Level {
  const withdrawn =
    (before.readOnlyHint && !after.readOnlyHint) ||
    (!before.destructiveHint && after.destructiveHint) ||
    (before.idempotentHint && !after.idempotentHint) ||
    (!before.openWorldHint && after.openWorldHint);
  return withdrawn ? 'major' : 'minor';
}

interface WithEffects {
  readonly effects: Effects;
  readonly inputSchema: PortableSchema;
}

/** A level for a changed effect: `major` when a call that stays as it is now does something else to files, is no longer
 * repeatable, or may outlast a client's time limit. Paths of inputs that only one side has cannot occur in such a call. */
export function effectsLevel(before: WithEffects, after: WithEffects): Level {
  const [was, is] = [before.effects, after.effects];
  const inBoth = (path: string) =>
    [before, after].every((side) => Object.hasOwn(side.inputSchema.properties, path.split('/')[0] ?? ''));
  const moved = [...changed(was.reads, is.reads), ...changed(was.writes, is.writes)];
  const promise = (kept: boolean, given: boolean): Level =>
    kept === given ? 'none' : kept ? 'major' : 'minor';
  return highest([
    moved.some(inBoth) ? 'major' : moved.length > 0 ? 'minor' : 'patch',
    promise(was.deterministic, is.deterministic),
    promise(was.long !== true, is.long !== true),
  ]);
}

const changed = (before: readonly string[], after: readonly string[]): readonly string[] => [
  ...before.filter((path) => !after.includes(path)),
  ...after.filter((path) => !before.includes(path)),
];
