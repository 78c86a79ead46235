import { Server } from '@modelcontextprotocol/server';

type WrapHandler = Server['_wrapHandler'];
type Handler = Parameters<WrapHandler>[1];

/** A server whose answers to `tools/call` are not checked against the SDK's schema of all results, which takes as long
 * as the call's own way through the server: they are built in one place, in one shape. Whatever is unusual in a request,
 * and every call of a client that can be asked for input, goes the SDK's whole way, which translates such questions. */
export class CallServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const checked = super._wrapHandler(method, handler);
    if (method !== 'tools/call') return checked;
    return (request, context) =>
      isPlainCall(request.params) &&
      !canBeAsked(this) &&
      context.mcpReq.envelope === undefined &&
      context.mcpReq.requestState() === undefined
        ? handler(request, context)
        : checked(request, context);
  }
}

/** What a client of the handshake era said when it was greeted. */
interface Greeted {
  readonly getClientCapabilities: () => { readonly elicitation?: object | undefined } | undefined;
}

const canBeAsked = (server: Greeted): boolean => server.getClientCapabilities()?.elicitation !== undefined;

function isPlainCall(params: unknown): boolean {
  if (!isRecord(params) || typeof params['name'] !== 'string') return false;
  const { arguments: given, _meta: meta } = params;
  if (given !== undefined && !isRecord(given)) return false;
  return meta === undefined || (isRecord(meta) && Object.keys(meta).length === 0) || isProgressMeta(meta);
}

function isProgressMeta(meta: unknown): boolean {
  if (!isRecord(meta) || Object.keys(meta).length !== 1) return false;
  const token = meta['progressToken'];
  return typeof token === 'string' || Number.isSafeInteger(token);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
