export { describeMcpToolkit } from './describe-mcp.ts';
export { describeNodeToolkit } from './describe-node.ts';
