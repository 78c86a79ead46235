import type { IncomingMessage, ServerResponse } from 'node:http';

/** A client that takes nothing for this long is cut off. */
const STALLED_READER_MS = 30_000;

/** The body of a request as far as it may be read. */
export type ReadBody =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'too-large' }
  /** Others that are being read take all the room. */
  | { readonly kind: 'crowded' }
  /** The client left in the middle. */
  | { readonly kind: 'broken' };

/** How much of a body that is too large is let by, so that its client comes to read why it is refused. */
const DISCARDED_FACTOR = 4;

/** Room for the bodies that are being read at the same time. */
export interface BodyRoom {
  readonly take: (sizeBytes: number) => boolean;
  readonly give: (sizeBytes: number) => void;
}

export function bodyRoom(maxBytes: number): BodyRoom {
  let taken = 0;
  return {
    take: (sizeBytes) => {
      if (taken + sizeBytes > maxBytes) return false;
      taken += sizeBytes;
      return true;
    },
    give: (sizeBytes) => {
      taken -= sizeBytes;
    },
  };
}

/** Reads a body of at most `maxBytes`; what is longer is not kept. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  room: BodyRoom,
): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let [sizeBytes, keptBytes] = [0, 0];
  const forget = (): void => {
    room.give(keptBytes);
    keptBytes = 0;
    chunks.length = 0;
  };
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) forget();
      else if (!room.take(chunk.length)) return { kind: 'crowded' };
      else {
        keptBytes += chunk.length;
        chunks.push(chunk);
      }
      if (sizeBytes > DISCARDED_FACTOR * maxBytes) break;
    }
    if (sizeBytes > maxBytes) return { kind: 'too-large' };
    return { kind: 'read', text: Buffer.concat(chunks).toString('utf8') };
  } catch {
    return { kind: 'broken' };
  } finally {
    forget();
  }
}

/** The request as web standards have it, without its body. Its address says nothing of the Host header.
 * @param signal aborts when the client has left */
export function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  // Nobody behind this point has a use for it, and whoever prints a request does not print it.
  headers.delete('authorization');
  const { method = 'GET', url = '/' } = request;
  return new Request(new URL(url, 'http://toolbase.invalid'), { method, headers, signal });
}

/** Writes a response as it comes, no faster than the client reads it.
 * @returns whether all of it went out; when the client left or stalled, the response's stream is cancelled */
export async function writeResponse(response: Response, target: ServerResponse): Promise<boolean> {
  target.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    target.end();
    return true;
  }
  target.flushHeaders();
  const reader = response.body.getReader();
  target.once('close', () => {
    reader.cancel().catch(() => undefined);
  });
  for (;;) {
    const next: { readonly done: boolean; readonly value?: Uint8Array } = await reader.read();
    if (target.closed) return false;
    if (next.done) {
      target.end();
      return true;
    }
    if (!target.write(next.value) && !(await drained(target))) {
      target.destroy();
      return false;
    }
  }
}

/** Waits until a client has taken what was written. @returns false when it left or stalled */
const drained = (target: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (ready: boolean) => (): void => {
      clearTimeout(timer);
      target.off('drain', onDrain).off('close', onClose);
      resolve(ready);
    };
    const [onDrain, onClose] = [end(true), end(false)];
    const timer = setTimeout(end(false), STALLED_READER_MS);
    target.once('drain', onDrain).once('close', onClose);
  });
