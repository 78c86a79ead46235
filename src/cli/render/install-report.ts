import type { ErrorReport } from '../../kernel/index.ts';
import type { InstallStep } from '../../workflow/index.ts';
import { fitted } from './fitted.ts';

export type InstallReport = {
  lockFile: string;
  store: string;
  dryRun: boolean;
  steps: InstallStep[];
  /** What keeps the loadout from running on this machine. */
  lacking: ErrorReport[];
};

const DONE = { keep: 'already there', fetch: 'installed', replace: 'replaced: its files had been changed' };
const PLANNED = {
  keep: 'is there',
  fetch: 'would be installed',
  replace: 'would be replaced: its files were changed',
};

const ENVIRONMENT_DONE = { keep: 'already there', build: 'built', replace: 'replaced: it had been changed' };
const ENVIRONMENT_PLANNED = {
  keep: 'is there',
  build: 'would be built',
  replace: 'would be replaced: it was changed',
};

/** What an installation did, or would do, in lines. */
export const renderInstall = ({ steps, store, dryRun, lacking }: InstallReport): string =>
  [
    ...steps.flatMap((step) => [
      `${step.name} ${step.version} ${(dryRun ? PLANNED : DONE)[step.action]}${'linked' in step ? `, linked from ${step.path}` : ''}`,
      ...step.environments.map(
        ({ name, kind, action }) =>
          `  ${kind} environment ${name} ${(dryRun ? ENVIRONMENT_PLANNED : ENVIRONMENT_DONE)[action]}`,
      ),
    ]),
    `store ${store}`,
    ...(lacking.length === 0 ? [] : ['It cannot run here yet:']),
    ...lacking.flatMap(({ message, hint }) => [
      fitted(`  ${message}`),
      ...(hint === undefined ? [] : [fitted(`    ${hint}`)]),
    ]),
    '',
  ].join('\n');
