import type { Asker } from '../../workflow/index.ts';
import type { Explanation, TriedVerdict } from '../../workflow/io/index.ts';
import { fitted } from './fitted.ts';

/** Versions below the chosen one explain themselves. */
const VERSIONS_MAX = 12;

/** Why a toolkit is locked at its version, for a person. */
export const renderChoice = (explanation: Explanation): string =>
  [
    `${explanation.toolkit} ${explanation.version}, from the registry ${explanation.registry}`,
    '',
    ...whyHere(explanation),
    '',
    ...standingLines(explanation),
    '',
  ].join('\n');

function standingLines(explanation: Explanation): string[] {
  const { standing, advice, versions, toolkit, version } = explanation;
  const said = {
    published: [],
    republished: [`${toolkit} ${version} is published with other bytes now than were locked.`],
    unpublished: [
      advice === undefined
        ? `${toolkit} ${version} is not published any more.`
        : `No registry of this machine has ${toolkit} now.`,
    ],
    elsewhere: [`No registry of this machine has ${toolkit}.`],
  }[standing];
  return [
    ...said,
    ...(advice === undefined ? [] : [fitted(advice)]),
    ...(said.length > 0 && versions.length > 0 ? [''] : []),
    ...(versions.length === 0 ? [] : ['published versions:', ...versionLines(explanation)]),
  ];
}

function whyHere({ operation, toolkit, exposed, chain, askedBy, lockFile }: Explanation): string[] {
  const shown = exposed.length === 0 ? 'none of its operations' : exposed.join(', ');
  const ways = askedBy.map((asker) => `  ${askerText(asker)} asks for ${rangeText(asker)}`);
  if (chain.length === 0)
    return [`Nobody asks for it any more: \`toolbase lock\` will take it out of ${lockFile}.`];
  return [
    ...(operation === undefined ? [] : [`${operation} is an operation of ${toolkit}.`]),
    `The loadout exposes ${shown}. It is here because:`,
    ...(chain.length > 1
      ? chain.map((link) => `  ${askerText(link)} asks for ${link.asksFor} ${rangeText(link)}`)
      : ways),
    ...(chain.length > 1 && ways.length > 1 ? [`All who ask for ${toolkit}:`, ...ways] : []),
  ];
}

const askerText = ({ toolkit, version }: Asker): string =>
  toolkit === undefined ? 'the loadout' : `${toolkit} ${version}`;

const rangeText = ({ range, override }: Asker): string =>
  override === undefined ? range : `${range}, which the loadout overrides by ${override}`;

function versionLines({ versions, version: chosen, standing }: Explanation): string[] {
  const until = Math.max(VERSIONS_MAX, versions.findIndex(({ version }) => version === chosen) + 1);
  const width = Math.max(0, ...versions.slice(0, until).map(({ version }) => version.length));
  const lines = versions
    .slice(0, until)
    .flatMap(({ version, verdict }) => [
      `  ${version.padEnd(width)}  ${verdictText(verdict)}${version === chosen && standing === 'republished' ? ', with other bytes' : ''}`,
      ...(verdict.kind === 'conflict' ? verdict.derivation.map((step) => fitted(`    ${step}`)) : []),
    ]);
  const more = versions.length - until;
  return [...lines, ...(more > 0 ? [`  and ${more} lower`] : [])];
}

function verdictText(verdict: TriedVerdict): string {
  switch (verdict.kind) {
    case 'chosen':
      return 'locked';
    case 'outside':
      return verdict.askers.map((asker) => `${askerText(asker)} asks for ${rangeText(asker)}`).join('; ');
    case 'pre-release':
      return 'a pre-release, which no range names';
    case 'refused':
      return verdict.reason;
    case 'deprecated':
      return `deprecated: ${verdict.reason}`;
    case 'lower':
      return 'lower than the locked one';
    case 'locked-stays':
      return 'fits; the locked one stays until `toolbase update`';
    case 'conflict':
      return 'does not fit with the rest:';
    case 'untried':
      return 'in range';
  }
}
