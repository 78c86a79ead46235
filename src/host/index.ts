export { HOST_PROTOCOL_VERSION } from './protocol.ts';
