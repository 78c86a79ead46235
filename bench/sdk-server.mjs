// The baseline: a low-level server of the SDK with one tool, unbundled, as a plain wrapper would be written.
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const tool = {
  name: 'echo',
  description: 'Echoes a message.',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
};

serveStdio(() => {
  const server = new Server({ name: 'baseline', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [tool] }));
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [{ type: 'text', text: JSON.stringify({ message: params.arguments.message }) }],
    structuredContent: { message: params.arguments.message },
  }));
  return server;
});
