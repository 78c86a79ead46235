import { INLINE_RESULT_MAX_BYTES } from './effects.ts';
import { lowerSchema } from './lower-schema.ts';
import type { SchemaFault } from './lowering.ts';
import type { ManifestFaults } from './manifest-faults.ts';
import { checkModelText } from './model-text.ts';
import { isOperationName, type OperationCandidate } from './operation-candidates.ts';
import type { PortableNode, PortableSchema } from './portable-schema.ts';
import type { Operation } from './toolkit-manifest.ts';

/** Judges one described operation. Faults and warnings are noted; undefined when it cannot be served. */
export function freezeOperation(
  candidate: OperationCandidate,
  faults: ManifestFaults,
): Operation | undefined {
  checkTexts(candidate, faults);
  const input = servedInput(candidate, faults);
  const output = servedOutput(candidate, faults);
  if (input === undefined || !isOperationName(candidate.name)) return undefined;
  checkPaths(candidate, input, faults);
  const { name, title, description, annotations, effects, maxResultBytes, limits, upstream } = candidate;
  return {
    name,
    ...(upstream === undefined ? {} : { upstreamName: upstream.name, upstreamDigests: upstream.digests }),
    ...(title === undefined ? {} : { title }),
    description: description.trim(),
    inputSchema: input,
    ...(output === undefined ? {} : { outputSchema: output }),
    annotations,
    effects,
    ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
    ...(limits === undefined || Object.keys(limits).length === 0 ? {} : { limits }),
  };
}

function checkTexts(candidate: OperationCandidate, faults: ManifestFaults): void {
  const { where, name, title, description } = candidate;
  if (!isOperationName(name))
    faults.add(
      'BAD_MANIFEST',
      where,
      `cannot be named ${JSON.stringify(name)}: at most 40 letters, digits and single underscores, first a letter`,
    );
  const titleFault = title === undefined ? undefined : checkModelText(title, 80);
  if (titleFault !== undefined) faults.add('BAD_MANIFEST', where, `its title ${titleFault}`);
  const fault = description.trim() === '' ? 'is empty' : checkModelText(description.trim());
  if (fault !== undefined) faults.add('BAD_MANIFEST', where, `its description ${fault}`);
}

const at = (where: string, side: string, fault: SchemaFault): string =>
  `${where} ${side} ${fault.pointer === '' ? '(root)' : fault.pointer}`;

function servedInput(candidate: OperationCandidate, faults: ManifestFaults): PortableSchema | undefined {
  const { where } = candidate;
  const result = lowerSchema(candidate.inputSchema, 'input');
  if (result.kind === 'refused') {
    for (const fault of result.refusals) faults.add('BAD_SCHEMA', at(where, 'input', fault), fault.reason);
    return undefined;
  }
  warnByReason(where, result.warnings, faults);
  return result.schema;
}

/** Places that one warning names; a schema of many bounded numbers would otherwise fill the screen. */
const SHOWN_PLACES = 4;

/** One warning for each reason, with the places it holds for. */
function warnByReason(where: string, warnings: readonly SchemaFault[], faults: ManifestFaults): void {
  for (const reason of new Set(warnings.map((warning) => warning.reason))) {
    const pointers = warnings.filter((warning) => warning.reason === reason).map(({ pointer }) => pointer);
    const shown = pointers.slice(0, SHOWN_PLACES).join(', ');
    const more = pointers.length > SHOWN_PLACES ? ` and ${pointers.length - SHOWN_PLACES} more` : '';
    faults.warn(at(where, 'input', { pointer: `${shown}${more}`, reason }), reason);
  }
}

/** The output schema a client is shown: none when results may be too long to be answered inline. */
function servedOutput(candidate: OperationCandidate, faults: ManifestFaults): PortableSchema | undefined {
  const { where, outputSchema, maxResultBytes } = candidate;
  if (outputSchema === undefined) return undefined;
  if (maxResultBytes === undefined)
    faults.warn(where, 'declares no maxResultBytes, so its output schema is not served');
  if (maxResultBytes === undefined || maxResultBytes > INLINE_RESULT_MAX_BYTES) return undefined;
  const result = lowerSchema(outputSchema, 'output');
  if (result.kind === 'lowered') return result.schema;
  for (const fault of result.refusals)
    faults.warn(at(where, 'output', fault), `${fault.reason}; the output schema is not served`);
  return undefined;
}

function checkPaths(candidate: OperationCandidate, input: PortableSchema, faults: ManifestFaults): void {
  for (const [kind, paths] of [
    ['reads', candidate.effects.reads],
    ['writes', candidate.effects.writes],
  ] as const)
    for (const path of paths) {
      const named = path.split('/').reduce<PortableNode | undefined>(stepInto, input);
      if (named === undefined)
        faults.add('BAD_MANIFEST', `${candidate.where} ${kind}`, `${path} is no part of its input`);
      else if (named.type !== 'string')
        faults.add('BAD_MANIFEST', `${candidate.where} ${kind}`, `${path} is ${a(named.type)}, not a string`);
    }
}

const a = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

function stepInto(node: PortableNode | undefined, part: string): PortableNode | undefined {
  if (node?.type === 'array') return part === '*' ? node.items : undefined;
  if (node?.type !== 'object' || !Object.hasOwn(node.properties, part)) return undefined;
  return node.properties[part];
}
