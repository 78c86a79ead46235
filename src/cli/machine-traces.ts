import os from 'node:os';
import type { MachineTraces } from '../workflow/index.ts';

/** What names this machine and its user. */
export const machineTraces = (): MachineTraces => ({
  homeDir: process.env['HOME'],
  hostName: os.hostname(),
});
