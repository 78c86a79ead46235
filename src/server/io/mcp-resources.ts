import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { reportOf } from '../../kernel/index.ts';
import { errorText, failedOutcome } from '../call-outcome.ts';
import { type Page, pageOf } from '../pages.ts';
import { WORKSPACE_TEMPLATE } from '../resources.ts';
import type { Materials } from './materials.ts';
import { MODERN_REVISION, type RevisionOf } from './revision.ts';
import type { Readable } from './session.ts';

/** Files never change: an address of a skill names one of its version. What calls leave does. */
const NO_CACHE = { ttlMs: 0, cacheScope: 'private' } as const;

/** Answers `resources/*`, and `skills/*` where the lock has skills. */
export function serveResources(server: Server, readable: Readable, revisionOf: RevisionOf): void {
  server.setRequestHandler('resources/list', ({ params }) => {
    const { items, nextCursor } = pageAt(readable.resources, params?.cursor);
    return {
      resources: items.map((each) => ({ ...each })),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  });
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    pageAt([WORKSPACE_TEMPLATE], params?.cursor);
    return { resourceTemplates: [{ ...WORKSPACE_TEMPLATE }] };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const content = await told(readable, (materials) => materials.read(uri));
    if (content === undefined) throw new ResourceNotFoundError(uri.slice(0, 400));
    return { contents: [{ ...content }] };
  });
  if (!readable.hasSkills) return;
  const cache: (context: ServerContext) => object = (context) =>
    revisionOf(context) === MODERN_REVISION ? NO_CACHE : {};
  const listed = { params: z.looseObject({ cursor: z.string('must be a text').optional() }) };
  server.setRequestHandler('skills/list', listed, async ({ cursor }, context) => {
    const { items, nextCursor } = pageAt(await told(readable, (materials) => materials.skills()), cursor);
    return { skills: [...items], ...(nextCursor === undefined ? {} : { nextCursor }), ...cache(context) };
  });
  const named = { params: z.looseObject({ uri: z.string('must be a text') }) };
  server.setRequestHandler('skills/get', named, async ({ uri }, context) => {
    const skills = await told(readable, (materials) => materials.skills());
    const skill = skills.find((each) => each.uri === uri);
    if (skill === undefined) throw new ResourceNotFoundError(uri.slice(0, 400));
    return { skill, ...cache(context) };
  });
}

/** @throws ProtocolError for a cursor that was never given */
export function pageAt<T>(list: readonly T[], cursor: string | undefined): Page<T> {
  const page = pageOf(list, cursor);
  if (page !== undefined) return page;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'that cursor was not given with this list');
}

/** What goes wrong with a file is told as it is told of a call, never as it was thrown. */
export async function told<T>(readable: Readable, read: (materials: Materials) => Promise<T>): Promise<T> {
  try {
    return await read(await readable.materials());
  } catch (thrown) {
    const isOurs = reportOf(thrown).code === 'INTERNAL';
    const code = isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, errorText(failedOutcome(thrown).error));
  }
}
