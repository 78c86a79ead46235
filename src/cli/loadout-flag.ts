import { Flags } from '@oclif/core';

/** The loadout that a command changes or looks at. */
export const loadoutFlag = Flags.string({
  char: 'l',
  default: 'loadout.yaml',
  helpValue: '<file>',
  description: 'the loadout',
});
