import type { Level } from './level.ts';
import type { SchemaFinding, UnratedFinding } from './schema-finding.ts';

/** Which side of a call a schema describes: callers write inputs and read outputs. */
export type Side = 'input' | 'output';

export const rateFinding = (finding: UnratedFinding, side: Side): SchemaFinding => ({
  ...finding,
  level: side === 'input' ? inputLevel(finding) : outputLevel(finding),
});

function inputLevel({ keyword, effect }: UnratedFinding): Level {
  // The server fills defaults in: an unchanged call reaches the operation with other arguments.
  if (keyword === 'default') return 'major';
  switch (effect) {
    case 'narrows':
    case 'both':
      return 'major';
    case 'widens':
      return 'minor';
    case 'none':
      return 'patch';
  }
}

function outputLevel({ keyword, effect, before }: UnratedFinding): Level {
  if (keyword === 'property') return before === undefined ? 'minor' : 'major';
  switch (effect) {
    case 'widens':
    case 'both':
      return 'major';
    case 'narrows':
      return 'minor';
    case 'none':
      return 'patch';
  }
}
