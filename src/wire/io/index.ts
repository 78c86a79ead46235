export { type Exchange, type ModelServer, serveModel } from './serve-model.ts';
