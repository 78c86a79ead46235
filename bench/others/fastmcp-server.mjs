// One tool on fastmcp, as its README writes one.
import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'fastmcp', version: '1.0.0' });
server.addTool({
  name: 'echo',
  description: 'Echoes a message.',
  parameters: z.object({ message: z.string(), times: z.number().default(1) }),
  execute: ({ message }) => Promise.resolve(JSON.stringify({ message })),
});
await server.start({ transportType: 'stdio' });
