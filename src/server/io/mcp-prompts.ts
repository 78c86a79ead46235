import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { argumentFault, listedPrompt, promptText } from '../prompt.ts';
import { pageAt, told } from './mcp-resources.ts';
import type { Readable } from './session.ts';

/** Answers `prompts/*` where skills of the lock have procedures. The list is of the lock, a text of the skill's file. */
export function servePrompts(server: Server, readable: Readable): void {
  const { prompts } = readable;
  if (prompts.length === 0) return;
  server.setRequestHandler('prompts/list', ({ params }) => {
    const { items, nextCursor } = pageAt(prompts, params?.cursor);
    return { prompts: items.map(listedPrompt), ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    const prompt = prompts.find((each) => each.name === name);
    if (prompt === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no prompt ${JSON.stringify(name.slice(0, 80))}`,
      );
    const { skill, procedure } = prompt;
    const fault = argumentFault(procedure, given);
    if (fault !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${name}: ${fault}`);
    const file = `procedures/${procedure.name}.md`;
    const text = await told(readable, (materials) => materials.skillText(skill, file));
    return {
      description: procedure.description,
      messages: [
        {
          role: 'user' as const,
          content: { type: 'text' as const, text: promptText(procedure, text, given) },
        },
      ],
    };
  });
}
