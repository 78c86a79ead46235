import { shellWord } from '../../kernel/index.ts';
import { type ManifestDiff, versionAfter } from '../../lockfile/index.ts';
import type { PublishResult } from '../../workflow/io/index.ts';
import { manifestDiffLines } from './manifest-diff.ts';
import { fileLines, findingLines } from './package-report.ts';
import { fitted } from './fitted.ts';

/** What became, or would become, of a publication. Files are listed in a dry run only. */
export function renderPublished(result: PublishResult & { readonly dryRun: boolean }): string {
  const { change, refusals, findings } = result;
  const showChange = change !== undefined && (result.dryRun || change.bump === 'too small');
  return [
    ...(result.dryRun ? fileLines(result.files) : []),
    ...findingLines(findings),
    ...result.warnings.map((warning) => fitted(`warning: ${warning}`)),
    ...(showChange ? manifestDiffLines(change) : []),
    endingOf(result),
    ...(refusals.includes('break') && change !== undefined ? [fitted(breakAdvice(change))] : []),
    ...(refusals.includes('secrets') ? [fitted(secretAdvice(findings))] : []),
    '',
  ].join('\n');
}

function endingOf({ outcome, name, version, registry, dryRun }: PublishResult & { dryRun: boolean }): string {
  switch (outcome) {
    case 'published':
      return `${name} ${version} published to the registry ${registry}`;
    case 'unchanged':
      return `${name} ${version} is in the registry ${registry} already, with the same bytes: nothing changed`;
    case 'would-publish':
      return `${name} ${version} would be published to the registry ${registry}; nothing was written`;
    case 'refused':
      return `${name} ${version} ${dryRun ? 'would not be' : 'is not'} published to the registry ${registry}`;
  }
}

const breakAdvice = ({ before }: ManifestDiff): string =>
  `  It breaks those who use ${before}: call it ${versionAfter(before, 'major')} in package.json, or publish it anyway with --allow-break.`;

function secretAdvice(findings: PublishResult['findings']): string {
  const paths = new Set(findings.filter(({ kind }) => kind === 'secret').map(({ path }) => path));
  const flags = [...paths].map((path) => `--allow-secret ${shellWord(path)}`).join(' ');
  return `  It looks like it holds secrets: take them out and change them, or, if they are none, publish with ${flags}.`;
}
