import { Document, isScalar, type Pair } from 'yaml';
import { cleanText, type ToolkitName } from '../../kernel/index.ts';
import type { InitFile } from '../init.ts';
import type { PinnedServer } from './pinned-server.ts';
import type { ServerInputs } from './server-inputs.ts';
import type { WrappedTool, WrappedTools } from './wrap-tools.ts';

/** What a server says of itself. Hostile text. */
export type ServerWords = { readonly title?: string | undefined; readonly instructions?: string | undefined };

export type WrappedServer = {
  readonly name: ToolkitName;
  readonly pinned: PinnedServer;
  readonly inputs: ServerInputs;
  readonly about: ServerWords;
  /** Of a server that takes no handshake. */
  readonly era?: 'modern';
};

const plain = (text: string, max: number): string =>
  cleanText(text.replace(/\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}]/gu, ''), max)
    .normalize('NFC')
    .trim();
const line = (text: string, max: number): string => plain(text.replace(/\s+/g, ' '), max);

/** `toolkit.yaml` of a wrapped server, as data. @param tools undefined: before the tools are known */
export function wrappedSource(
  { name, pinned, inputs, about, era }: WrappedServer,
  tools?: WrappedTools,
): object {
  const title = line(about.title ?? '', 80) || name.slice(0, 80);
  const instructions = plain(about.instructions ?? '', 2000);
  const { environment, external } = pinned;
  return {
    formatVersion: 1,
    kind: 'toolkit',
    title,
    summary: line(`The MCP server of the ${pinned.origin}${external === undefined ? ', pinned' : ''}.`, 400),
    ...(instructions === '' ? {} : { instructions }),
    host: {
      kind: 'mcp',
      command: pinned.command,
      args: [...pinned.args, ...inputs.args],
      ...(Object.keys(inputs.env).length === 0 ? {} : { env: inputs.env }),
      ...(era === undefined ? {} : { era }),
    },
    ...(environment === undefined ? {} : { environments: { server: environment } }),
    ...(external === undefined ? {} : { externals: { [external.name]: external.declaration } }),
    ...(Object.keys(inputs.settings).length === 0 ? {} : { settings: inputs.settings }),
    ...(tools === undefined ? {} : { operations: operationsOf(tools) }),
  };
}

const operationsOf = ({ tools, omitted }: WrappedTools): Record<string, object> =>
  Object.fromEntries([
    ...tools.map(({ upstreamName, name, title, description }): [string, object] => [
      upstreamName,
      {
        name,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
      },
    ]),
    ...omitted.map((name): [string, object] => [name, { omit: true }]),
  ]);

/** The files of a toolkit that wraps a server. */
export function wrappedFiles(server: WrappedServer, tools: WrappedTools, version: string): InitFile[] {
  const { name, pinned } = server;
  const packageJson = {
    name,
    version,
    description: line(`The MCP server of the ${pinned.origin}`, 400),
    keywords: ['toolbase-toolkit'],
    toolbase: { kind: 'toolkit' },
    ...(pinned.files.length === 0 ? {} : { files: ['server'] }),
  };
  return [
    { path: 'package.json', text: `${JSON.stringify(packageJson, undefined, 2)}\n` },
    { path: 'toolkit.yaml', text: yamlOf(server, tools) },
    ...pinned.files,
    { path: 'README.md', text: readme(server, tools) },
    { path: '.gitignore', text: 'node_modules/\n__pycache__/\n*.tgz\n.env*\n' },
  ];
}

function yamlOf(server: WrappedServer, tools: WrappedTools): string {
  const document = new Document(wrappedSource(server, tools));
  comment(document, ['host'], server.pinned.notes.concat(server.inputs.notes));
  comment(
    document,
    ['operations'],
    [
      "By the server's own name of each tool. Here a tool may be given a name, words, effects",
      'and maxResultBytes (at most 8192 serves its output schema too), or be left out by omit: true.',
    ],
  );
  for (const { upstreamName, notes } of tools.tools) comment(document, ['operations', upstreamName], notes);
  return document.toString({ lineWidth: 110, blockQuote: 'literal' });
}

/** Puts lines above a key. A comment ends where its line does, so no line break of a server gets into one. */
function comment(document: Document, at: readonly string[], lines: readonly string[]): void {
  const parent = document.getIn(at.slice(0, -1), true);
  const items =
    (parent as { items?: Pair[] } | undefined)?.items ?? (document.contents as { items?: Pair[] }).items;
  const key = items?.find((pair) => isScalar(pair.key) && pair.key.value === at.at(-1))?.key;
  if (isScalar(key) && lines.length > 0)
    key.commentBefore = lines.map((each) => ` ${line(each, 400)}`).join('\n');
}

const readme = ({ name, pinned, inputs }: WrappedServer, tools: WrappedTools): string => `# ${name}

The MCP server of the ${line(pinned.origin, 200)}, wrapped as a toolkit by toolbase.

    toolbase pack .

builds what the server needs, starts it, and freezes into \`toolkit.json\` what it says of its tools. A server that says
something else later is caught when it starts.

| operation | tool of the server |
| --- | --- |
${tools.tools.map(({ name: operation, upstreamName }) => `| ${operation} | ${cell(upstreamName)} |`).join('\n')}
${section(
  'Left out',
  tools.omitted.map((tool) => `- ${cell(tool)}`),
)}${section('What is served in another form', tools.tools.flatMap(notesOf))}${section(
  'What it is made of',
  [...pinned.notes, ...inputs.notes].map((note) => `- ${line(note, 400)}`),
)}`;

const notesOf = ({ name, notes }: WrappedTool): string[] =>
  notes.map((note) => `- ${name}: ${line(note, 400)}`);

const cell = (text: string): string => line(text, 128).replace(/[|\\`<>]/g, '\\$&');

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n## ${title}\n\n${lines.join('\n')}\n`;
