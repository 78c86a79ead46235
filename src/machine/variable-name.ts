import { ToolbaseError, ToolkitName } from '../kernel/index.ts';
import type { Assignment } from './layer.ts';

const PREFIX = { settings: 'TOOLBASE_SETTING_', externals: 'TOOLBASE_EXTERNAL_' } as const;

/** The environment variable of a setting or external: `TOOLBASE_SETTING_LAB_GRID__N_THREADS` for n_threads of @lab/grid.
 * Two toolkits may share a variable (`@lab/grid`, `lab-grid`); then both take its value. */
export const variableName = (kind: keyof typeof PREFIX, toolkit: string, name: string): string =>
  `${PREFIX[kind]}${upper(toolkit.replace(/^@/, ''))}__${upper(name)}`;

const upper = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/** Reads `<toolkit>.<name>=<value>` of a flag. The last dot before `=` counts, since a toolkit's name may hold dots.
 * @param flag as it was typed, for messages; the value may be a secret and is never repeated
 * @throws ToolbaseError USAGE */
export function parseAssignment(text: string, flag: string): Assignment {
  const [, toolkit, name, value] = /^([^=]+)\.([^.=]+)=(.*)$/s.exec(text) ?? [];
  if (toolkit === undefined || name === undefined || value === undefined)
    throw new ToolbaseError('USAGE', `${flag} takes <toolkit>.<name>=<value>`, {
      hint: `Write, for example, ${flag} grid.n_threads=4.`,
    });
  return { toolkit, name, value };
}

/** Reads `<toolkit>.<name>`, which names a setting or an external. @throws ToolbaseError USAGE */
export function parseValueName(text: string): { toolkit: string; name: string } {
  const [, toolkit, name] = /^([^=]+)\.([^.=]+)$/.exec(text) ?? [];
  if (toolkit === undefined || name === undefined || ToolkitName.safeParse(toolkit).data === undefined)
    throw new ToolbaseError('USAGE', `${JSON.stringify(text)} does not name a setting`, {
      hint: 'Write <toolkit>.<name>, for example @lab/grid.n_threads.',
    });
  return { toolkit, name };
}
