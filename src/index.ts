export { ToolbaseError } from './kernel/index.ts';
