import { canonicalJson, type Json } from '../../kernel/index.ts';
import {
  INLINE_RESULT_MAX_BYTES,
  type Limits,
  type Operation,
  type PortableSchema,
} from '../../manifest/index.ts';
import type { LockedOperation } from '../lock.ts';
import { compareSchemas } from './compare-schemas.ts';
import { annotationsLevel, effectsLevel } from './effects-level.ts';
import { type Level, highest } from './level.ts';
import { limitsLevel } from './limits-level.ts';
import type { OperationChange } from './operation-change.ts';
import { rateFinding, type Side } from './rate-finding.ts';
import { acceptanceOf } from './schema-finding.ts';

/** An operation without the names under which it is found. */
export type OperationInterface = Omit<Operation, 'name'>;

/** The interface that a lock pins for an operation. */
export const interfaceOf = (locked: LockedOperation): OperationInterface => ({ ...locked, ...locked.tool });

/** Every change between two forms of one operation, each with the level that it deserves for a caller. */
export function compareOperations(
  before: OperationInterface,
  after: OperationInterface,
): readonly OperationChange[] {
  return [
    ...wording('title', before.title, after.title),
    ...wording('description', before.description, after.description),
    ...schemaChange('input', before.inputSchema, after.inputSchema),
    ...outputChange(before.outputSchema, after.outputSchema),
    ...annotationsChange(before, after),
    ...effectsChange(before, after),
    ...limitChange(before.maxResultBytes, after.maxResultBytes),
    ...limitsChange(before.limits ?? {}, after.limits ?? {}),
    ...upstreamChange(before, after),
  ];
}

function wording(field: 'title' | 'description', before: string | undefined, after: string | undefined) {
  if (before === after) return [];
  return [{ kind: 'wording', level: 'patch', field, ...stated(before, after) } satisfies OperationChange];
}

function schemaChange(side: Side, before: PortableSchema, after: PortableSchema) {
  const findings = compareSchemas(before, after).map((finding) => rateFinding(finding, side));
  if (findings.length === 0) return [];
  return [
    {
      kind: 'schema',
      level: highest(findings.map((finding) => finding.level)),
      side,
      acceptance: acceptanceOf(findings),
      reworded: findings.some((finding) => finding.keyword === 'description'),
      findings,
    } satisfies OperationChange,
  ];
}

function outputChange(
  before: PortableSchema | undefined,
  after: PortableSchema | undefined,
): OperationChange[] {
  if (before === undefined)
    return after === undefined ? [] : [{ kind: 'output-served', level: 'minor', after }];
  if (after === undefined) return [{ kind: 'output-withdrawn', level: 'major', before }];
  return schemaChange('output', before, after);
}

function annotationsChange(before: OperationInterface, after: OperationInterface): OperationChange[] {
  if (isSame(before.annotations, after.annotations)) return [];
  const level = annotationsLevel(before.annotations, after.annotations);
  return [{ kind: 'annotations', level, before: before.annotations, after: after.annotations }];
}

function effectsChange(before: OperationInterface, after: OperationInterface): OperationChange[] {
  if (isSame(before.effects, after.effects)) return [];
  return [
    {
      kind: 'effects',
      level: effectsLevel(before, after),
      before: before.effects,
      after: after.effects,
    },
  ];
}

function limitChange(before: number | undefined, after: number | undefined): OperationChange[] {
  if (before === after) return [];
  const isInline = (limit: number | undefined) => limit !== undefined && limit <= INLINE_RESULT_MAX_BYTES;
  const level: Level = isInline(before) && !isInline(after) ? 'major' : 'minor';
  return [{ kind: 'result-limit', level, ...stated(before, after) }];
}

function limitsChange(before: Limits, after: Limits): OperationChange[] {
  return isSame(before, after) ? [] : [{ kind: 'limits', level: limitsLevel(before, after), before, after }];
}

function upstreamChange(before: OperationInterface, after: OperationInterface): OperationChange[] {
  const [was, is] = [upstreamOf(before), upstreamOf(after)];
  return isSame(was, is) ? [] : [{ kind: 'upstream', level: 'patch', before: was, after: is }];
}

const upstreamOf = ({ upstreamName, upstreamDigests }: OperationInterface) => ({
  ...(upstreamName === undefined ? {} : { name: upstreamName }),
  ...(upstreamDigests === undefined ? {} : { digests: upstreamDigests }),
});

const stated = <T>(before: T | undefined, after: T | undefined) => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

const isSame = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b);
