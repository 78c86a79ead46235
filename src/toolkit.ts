// Imported file by file: `pack` puts what this reaches into every toolkit.
export { ToolbaseError } from './kernel/toolbase-error.ts';
export {
  defineOperation,
  defineToolkit,
  type OperationContext,
  type OperationDefinition,
  type ToolkitDefinition,
} from './manifest/define.ts';
