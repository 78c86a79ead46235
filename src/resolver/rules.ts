import type { ToolkitName, Version } from '../kernel/index.ts';

/** What decides between solutions, and what a loadout says against its toolkits. */
export interface Rules {
  /** Versions to stay with where they fit: those of the lock there is. */
  readonly kept: ReadonlyMap<ToolkitName, Version>;
  /** Ranges that count in place of those in which toolkits need these; the loadout's own requests still count. */
  readonly overrides: ReadonlyMap<ToolkitName, string>;
  readonly prefer: 'highest' | 'lowest';
}
