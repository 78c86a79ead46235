export { buildMcpBundle } from './mcp-bundle.ts';
export { claudePlugin } from './claude-plugin.ts';
export type { FormContents } from './form-contents.ts';
export { type McpServersEntry, mcpServersEntry } from './mcp-json.ts';
export { buildZip } from './zip.ts';
