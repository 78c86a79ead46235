import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { integrityOf } from '../../../src/kernel/index.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on the loopback interface that answers as it is told and remembers what it was asked. */
export interface HostileRegistry {
  readonly address: string;
  /** `<method> <path>` and the credential of each request. */
  readonly asked: { readonly line: string; readonly authorization: string | undefined }[];
  /** How it answers from now on, by the path without the leading slash; else 404. */
  answer: Record<string, Answer>;
  readonly close: () => Promise<void>;
}

export async function startHostile(): Promise<HostileRegistry> {
  const asked: HostileRegistry['asked'] = [];
  const registry: { answer: Record<string, Answer> } = { answer: {} };
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ line: `${request.method} ${path}`, authorization: request.headers.authorization });
    const answer = registry.answer[path.slice(1)] ?? status(404);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(registry, {
    address: `http://127.0.0.1:${port}/`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export const json =
  (value: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

export const bytes =
  (contents: string | Uint8Array): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(contents);

export const status =
  (code: number, body: unknown = { error: 'no' }, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const redirect =
  (location: string, code = 302): Answer =>
  (_request, response) =>
    response.writeHead(code, { location }).end();

/** Answers one after the other, and the last one for ever. */
export function inTurn(...answers: Answer[]): Answer {
  let next = 0;
  return (request, response) => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    answer?.(request, response);
  };
}

/** The entry of a toolkit's version in a packument. */
export const entry = (
  name: string,
  version: string,
  contents: string,
  tarball: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  name,
  version,
  toolbase: { kind: 'toolkit' },
  dist: { integrity: integrityOf(Buffer.from(contents)), tarball },
  ...more,
});

export const packument = (name: string, ...entries: Record<string, unknown>[]): Record<string, unknown> => ({
  name,
  'dist-tags': { latest: entries.at(-1)?.['version'] },
  versions: Object.fromEntries(entries.map((each) => [String(each['version']), each])),
});
