import type { LoadoutChange } from '../../workflow/io/index.ts';
import { type LockReport, renderLock } from './lock-report.ts';

/** A change of a loadout with how much a model gets to see after it. */
export type ChangeReport = Omit<LoadoutChange, 'lock'> & LockReport;

/** What changed in the loadout, then what changed in its lock. */
export const renderChange = (report: ChangeReport): string =>
  [
    ...report.entries.map(({ name, outcome, range, before }) => {
      const would = report.dryRun ? ' would be' : '';
      switch (outcome) {
        case 'added':
          return `${name} ${range}${would} added to ${report.loadoutFile}`;
        case 'range-changed':
          return `${name} ${before}${would} changed to ${range} in ${report.loadoutFile}`;
        case 'removed':
          return `${name}${would} removed from ${report.loadoutFile}`;
      }
    }),
    renderLock(report),
  ].join('\n');
