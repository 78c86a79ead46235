export { type MachineValues, NO_MACHINE_VALUES } from './host-program.ts';
export { HOST_PROTOCOL_VERSION } from './protocol.ts';
