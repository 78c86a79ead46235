import type { ToolkitView } from '../../workflow/io/index.ts';
import { sizeText } from './size.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { fitted } from './fitted.ts';

const VERSIONS_SHOWN = 12;

/** A published toolkit as text: what it is, what it offers, what it needs, and where it comes from. */
export function renderView(view: ToolkitView): string {
  const { manifest, name, version, registry } = view;
  return [
    `${name} ${version}  (${registry})`,
    fitted(`${manifest.title}: ${manifest.summary}`),
    ...(view.deprecated === undefined ? [] : [fitted(`deprecated: ${view.deprecated}`)]),
    '',
    operationTable(view),
    ...needs(view),
    ...published(view),
    ...origin(view),
    ...signed(view),
    '',
  ].join('\n');
}

const operationTable = ({ manifest }: ToolkitView): string =>
  renderTable(
    [{ title: 'operation' }, { title: 'for the model', align: 'right' }, { title: 'what', flexible: true }],
    manifest.operations.map((operation) => [
      operation.name,
      sizeText(Buffer.byteLength(JSON.stringify([operation.description, operation.inputSchema]))),
      operation.title ?? operation.description.split('\n')[0] ?? '',
    ]),
    terminalWidth(),
  );

const line = (title: string, texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [fitted(`${title.padEnd(13)} ${texts.join(', ')}`)];

function needs({ manifest }: ToolkitView): string[] {
  const { bundles, skills, settings, externals, environments, toolkitDependencies, host } = manifest;
  return [
    ...line('bundles', Object.keys(bundles)),
    ...line(
      'skills',
      skills.map((skill) => skill.name),
    ),
    ...line('host', [host.kind]),
    ...line(
      'environments',
      Object.entries(environments).map(([name, { kind }]) => `${name} (${kind})`),
    ),
    ...line(
      'settings',
      Object.entries(settings).map(([name, { type }]) => `${name} (${type})`),
    ),
    ...line(
      'externals',
      Object.entries(externals).map(([name, { versions }]) => `${name} ${versions}`),
    ),
    ...line(
      'toolkits',
      Object.entries(toolkitDependencies).map(([name, range]) => `${name} ${range}`),
    ),
  ];
}

function published({
  versions,
  distTags,
  publishedAt,
  integrity,
  treeDigest,
  sizeBytes,
}: ToolkitView): string[] {
  const shown = versions
    .slice(0, VERSIONS_SHOWN)
    .map(({ version, deprecated }) => (deprecated === undefined ? version : `${version} (deprecated)`));
  return [
    ...line('versions', [...shown, ...(versions.length > shown.length ? ['…'] : [])]),
    ...line(
      'tags',
      Object.entries(distTags).map(([tag, version]) => `${tag} ${version}`),
    ),
    ...line('published', publishedAt === undefined ? [] : [publishedAt]),
    ...line('size', [sizeText(sizeBytes)]),
    ...line('integrity', [integrity]),
    ...line('tree', [treeDigest]),
  ];
}

function signed({ signatures, signers }: ToolkitView): string[] {
  if (signatures === 0) return line('signed', ['no']);
  if (signers === undefined)
    return line('signed', [
      `${signatures}, not checked: policy.trustedRoot in your settings names whom to trust`,
    ]);
  if (signers.length === 0) return line('signed', ['by nobody whom your trusted root vouches for']);
  return signers.flatMap(({ identity, issuer }) =>
    line('signed by', [issuer === undefined ? identity : `${identity} (${issuer})`]),
  );
}

function origin({ provenance }: ToolkitView): string[] {
  if (provenance === undefined) return line('source', ['the package does not say']);
  const { source, builder } = provenance;
  if (source === undefined) return line('source', [`the package does not say; packed by ${builder}`]);
  const { repository, commit, dirty, directory } = source;
  return [
    ...line('source', [
      `${repository ?? 'a repository of its author'}${directory === undefined ? '' : `, folder ${directory}`}`,
    ]),
    ...line('commit', [`${commit}${dirty ? ', with changes that are in no commit' : ''}`]),
    ...line('packed by', [`${builder} (as its author says)`]),
  ];
}
