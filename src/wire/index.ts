export {
  answersIn,
  callsIn,
  type JsonObject,
  type ModelCall,
  type ModelReply,
  type ModelRequest,
  type OfferedTool,
  type ToolAnswer,
  type Turn,
} from './exchange.ts';
export { protocolOf } from './model-protocols.ts';
