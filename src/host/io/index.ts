export { describeNodeToolkit } from './describe-node.ts';
