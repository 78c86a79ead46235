import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { completed } from '../completion.ts';
import { WORKSPACE_TEMPLATE } from '../resources.ts';
import type { Readable } from './session.ts';

/** Answers `completion/complete`: declared values of a prompt's arguments, and files that this session wrote. */
export function serveCompletion(server: Server, readable: Readable): void {
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) => ({
    completion: completed(valuesOf(readable, ref, argument.name), argument.value),
  }));
}

type Reference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

function valuesOf(readable: Readable, ref: Reference, argument: string): readonly string[] {
  const prompt =
    ref.type === 'ref/prompt' ? readable.prompts.find(({ name }) => name === ref.name) : undefined;
  if (prompt !== undefined)
    return prompt.procedure.arguments.find(({ name }) => name === argument)?.values ?? [];
  if (ref.type === 'ref/resource' && ref.uri === WORKSPACE_TEMPLATE.uriTemplate)
    return argument === 'path' ? readable.produced() : [];
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'there is nothing of that name whose arguments could be completed',
  );
}
