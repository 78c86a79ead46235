import { z } from 'zod';
import { headOf, isToolbaseError, ToolbaseError } from '../../kernel/index.ts';
import { UpstreamTool } from '../../manifest/index.ts';
import { cleanText } from '../clean-text.ts';
import { imagesOf } from '../host-image.ts';
import { WrappedResult, wrappedValue } from '../wrapped-result.ts';
import type { HostProcess } from './host-process.ts';
import type { CallOptions, HostLink } from './host-link.ts';
import type { Interruption } from './interruption.ts';
import { createStdioTransport } from './stdio-transport.ts';

/** A wrapped MCP server, greeted in the era that its toolkit says it speaks. Aborting a call cancels the request
 * upstream and rejects at once. */
export interface McpLink extends HostLink {
  readonly listTools: () => Promise<readonly UpstreamTool[]>;
  /** What the server said of itself when it was greeted. */
  readonly about: ServerAbout;
}

/** Text of the server, as it came. */
export interface ServerAbout {
  readonly title?: string | undefined;
  readonly instructions?: string | undefined;
}

const TOOLS_MAX = 1000;
const PAGES_MAX = 100;

/** Revision that a server of the modern era is asked for, and no other. */
const MODERN = '2026-07-28';

/** The supervisor keeps the time. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

const ToolPage = z.looseObject({ tools: z.array(UpstreamTool), nextCursor: z.string().optional() });

/** @param failure makes the error of a request that the process can no longer answer */
export async function openMcpLink(
  host: HostProcess,
  failure: () => Promise<ToolbaseError>,
  era: 'legacy' | 'modern' = 'legacy',
): Promise<McpLink> {
  // Loaded only where a wrapped server is started: it is half a megabyte.
  const { Client, isJSONRPCResponse } = await import('@modelcontextprotocol/client');
  const client = new Client(
    { name: 'toolbase', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: MODERN } }, capabilities: {} },
  );
  let gone = false;
  void host.ended.then(() => (gone = true));
  // Which end of a request the SDK reports first when a process dies is a race; the process' end says more.
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      await Promise.race([host.ended, new Promise((resolve) => setImmediate(resolve))]);
      if (gone) throw await failure();
      throw isToolbaseError(thrown) ? thrown : upstreamError(thrown);
    }
  };

  const connect = async (): Promise<void> => {
    try {
      await client.connect(createStdioTransport(host, isJSONRPCResponse), { timeout: NO_TIMEOUT_MS });
    } catch (thrown) {
      throw isOtherEra(thrown) ? otherEra(era) : thrown;
    }
  };
  await told(connect());
  const named = client.getServerVersion();
  return {
    about: { title: named?.title ?? named?.name, instructions: client.getInstructions() },
    confirmsCancel: false,
    listTools: () =>
      told(
        listAll((params) =>
          client.request({ method: 'tools/list', params }, ToolPage, { timeout: NO_TIMEOUT_MS }),
        ),
      ),
    call: (upstreamName, input, { interruption, onProgress, onImages } = {}) =>
      told(
        client
          .request(
            { method: 'tools/call', params: { name: upstreamName, arguments: input } },
            WrappedResult,
            {
              timeout: NO_TIMEOUT_MS,
              ...hearing(interruption, onProgress),
            },
          )
          .then((result) => {
            onImages?.(imagesOf(result));
            return wrappedValue(result);
          }),
      ),
    shutdown: () => {
      host.input.end();
    },
  };
}

const hearing = (interruption: CallOptions['interruption'], onProgress: CallOptions['onProgress']) => ({
  ...(interruption === undefined ? {} : { signal: signalOf(interruption) }),
  ...(onProgress === undefined
    ? {}
    : {
        onprogress: ({ progress, total, message }: Progress) =>
          onProgress({
            done: progress,
            total,
            message: message === undefined ? undefined : headOf(message, 1000),
          }),
      }),
});

function signalOf(interruption: Interruption): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(interruption.reason);
  if (interruption.reason === undefined) interruption.listen(abort);
  else abort();
  return controller.signal;
}

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

async function listAll(
  page: (params: { cursor?: string }) => Promise<z.output<typeof ToolPage>>,
): Promise<readonly UpstreamTool[]> {
  const tools: UpstreamTool[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const answer = await page(cursor === undefined ? {} : { cursor });
    tools.push(...answer.tools);
    if (tools.length > TOOLS_MAX) break;
    cursor = answer.nextCursor;
    if (cursor === undefined) return tools;
  }
  throw new ToolbaseError(
    'HOST_FAILED',
    `the wrapped server lists more than ${TOOLS_MAX} tools or ${PAGES_MAX} pages`,
  );
}

/** What a server answers to a handshake that it does not take, and what the SDK says of one that takes nothing else. */
const OTHER_ERA = new Set<unknown>([-32022, 'ERA_NEGOTIATION_FAILED']);

const isOtherEra = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && OTHER_ERA.has(thrown.code);

const otherEra = (era: 'legacy' | 'modern'): ToolbaseError =>
  new ToolbaseError(
    'UNSUPPORTED',
    era === 'legacy'
      ? 'the wrapped server takes no handshake: it speaks a later revision only'
      : `the wrapped server does not speak the revision ${MODERN}`,
    {
      hint: `Say \`era: ${era === 'legacy' ? 'modern' : 'legacy'}\` under \`host\` in toolkit.yaml.`,
    },
  );

function upstreamError(thrown: unknown): ToolbaseError {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return new ToolbaseError('OPERATION_FAILED', cleanText(said, 4000), { cause: thrown });
}
