export { ToolbaseError } from './kernel/index.ts';
export {
  defineOperation,
  defineToolkit,
  type OperationContext,
  type OperationDefinition,
  type ToolkitDefinition,
} from './manifest/index.ts';
