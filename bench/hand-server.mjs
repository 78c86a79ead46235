// The lower bound: JSON-RPC by hand, one tool, no library, no check of anything.
let rest = '';
const answer = (message) => {
  switch (message.method) {
    case 'initialize':
      return {
        protocolVersion: message.params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'hand', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: [{ name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' } }] };
    case 'tools/call': {
      const structuredContent = { message: message.params.arguments.message };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    }
    default:
      return {};
  }
};
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.id === undefined) continue;
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`);
  }
});
