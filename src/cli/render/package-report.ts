import type { PackageFinding } from '../../workflow/index.ts';
import { sizeText } from './size.ts';
import { fitted } from './fitted.ts';

/** Lines that tell which files are in a package, and how large they are. */
export const fileLines = (
  files: readonly { readonly path: string; readonly sizeBytes: number }[],
): string[] => files.map(({ path, sizeBytes }) => `  ${path}  ${sizeText(sizeBytes)}`);

/** Lines that tell what the author should look at. */
export const findingLines = (findings: readonly PackageFinding[]): string[] =>
  findings.map(({ path, kind, what, line }) => {
    const where = line === undefined ? path : `${path}:${line}`;
    const told = kind === 'secret' && line !== undefined ? `looks like it holds ${what}` : what;
    return fitted(`warning: ${where} ${told}`);
  });
