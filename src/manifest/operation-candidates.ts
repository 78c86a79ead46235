import { type Json, OperationName } from '../kernel/index.ts';
import { Effects } from './effects.ts';
import type { Limits } from './limits.ts';
import type { ManifestFaults } from './manifest-faults.ts';
import { annotationsOf, publishedAnnotations } from './operation-annotations.ts';
import type { OperationDescription, UpstreamTool } from './operation-description.ts';
import type { ToolAnnotations, UpstreamDigests } from './toolkit-manifest.ts';
import type { ToolkitSource, WrappedOperation } from './toolkit-source.ts';
import { upstreamDigests } from './upstream-digests.ts';

/** An operation as it was described, before its name, texts and schemas are judged. */
export type OperationCandidate = {
  /** Names it in messages. */
  readonly where: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: Json;
  readonly outputSchema?: Json | undefined;
  readonly effects: Effects;
  readonly annotations: ToolAnnotations;
  readonly maxResultBytes?: number | undefined;
  readonly limits?: Limits | undefined;
  readonly upstream?: { readonly name: string; readonly digests: UpstreamDigests };
};

/** What a host said of its operations. */
export type DescribedOperations =
  | { readonly kind: 'node' | 'exec'; readonly operations: readonly OperationDescription[] }
  | { readonly kind: 'mcp'; readonly tools: readonly UpstreamTool[] };

const NO_EFFECTS: Effects = Effects.parse({});

/** @param said what toolkit.yaml says of wrapped operations */
export function candidatesOf(
  described: DescribedOperations,
  said: ToolkitSource['operations'],
  faults: ManifestFaults,
): OperationCandidate[] {
  if (described.kind === 'mcp') return wrappedCandidates(described.tools, said, faults);
  if (described.kind === 'exec') checkDeclared(said, faults);
  else
    for (const name of Object.keys(said))
      faults.add(
        'BAD_MANIFEST',
        `toolkit.yaml /operations/${name}`,
        'is not for node hosts, which describe themselves',
      );
  return described.operations.map((operation) => {
    const effects = operation.effects ?? NO_EFFECTS;
    return {
      ...operation,
      where: `operation ${operation.name}`,
      effects,
      annotations: annotationsOf(effects),
    };
  });
}

/** The operations of an `exec` host, which nothing but toolkit.yaml describes. What is left out of one is told by the
 * checks of operations. */
export const declaredOperations = (said: ToolkitSource['operations']): OperationDescription[] =>
  Object.entries(said).map(
    ([name, { title, description, input, output, effects, maxResultBytes, limits }]) => ({
      name,
      ...(title === undefined ? {} : { title }),
      description: description ?? '',
      inputSchema: input ?? null,
      ...(output === undefined ? {} : { outputSchema: output }),
      ...(effects === undefined ? {} : { effects }),
      ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
      ...(limits === undefined ? {} : { limits }),
    }),
  );

function checkDeclared(said: ToolkitSource['operations'], faults: ManifestFaults): void {
  for (const [key, operation] of Object.entries(said)) {
    const where = `toolkit.yaml /operations/${key}`;
    if (operation.input === undefined)
      faults.add('BAD_MANIFEST', where, 'has no input: the schema of its arguments');
    if (operation.omit || operation.name !== undefined)
      faults.add('BAD_MANIFEST', where, 'has omit or name, which are for wrapped servers only');
  }
}

function wrappedCandidates(
  tools: readonly UpstreamTool[],
  said: ToolkitSource['operations'],
  faults: ManifestFaults,
): OperationCandidate[] {
  const published = new Set(tools.map((tool) => tool.name));
  for (const name of Object.keys(said))
    if (!published.has(name))
      faults.add('BAD_MANIFEST', `toolkit.yaml /operations/${name}`, 'is no tool of the wrapped server');
  for (const [name, { input, output }] of Object.entries(said))
    if (input !== undefined || output !== undefined)
      faults.add(
        'BAD_MANIFEST',
        `toolkit.yaml /operations/${name}`,
        'has input or output, which the server publishes',
      );
  return tools.flatMap((tool) => {
    const own = Object.hasOwn(said, tool.name) ? said[tool.name] : undefined;
    return own?.omit === true ? [] : [wrappedCandidate(tool, own)];
  });
}

function wrappedCandidate(tool: UpstreamTool, said: WrappedOperation | undefined): OperationCandidate {
  return {
    where: `tool ${JSON.stringify(tool.name)}`,
    name: said?.name ?? operationNameOf(tool.name),
    ...textsOf(tool, said),
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    effects: said?.effects ?? NO_EFFECTS,
    annotations:
      said?.effects === undefined ? publishedAnnotations(tool.annotations) : annotationsOf(said.effects),
    maxResultBytes: said?.maxResultBytes,
    limits: said?.limits,
    upstream: { name: tool.name, digests: upstreamDigests(tool) },
  };
}

function textsOf(tool: UpstreamTool, said: WrappedOperation | undefined) {
  const title = said?.title ?? (typeof tool.title === 'string' ? tool.title : undefined);
  const published = typeof tool.description === 'string' ? tool.description.trim() : '';
  return { title, description: said?.description ?? (published === '' ? (title ?? '') : published) };
}

/** The operation name nearest to a server's own: other characters become one underscore. */
const operationNameOf = (upstream: string): string =>
  upstream.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '');

/** True for a name that an operation may have. */
export const isOperationName = (name: string): name is OperationName => OperationName.safeParse(name).success;
