import { shellWord } from '../../kernel/index.ts';
import type { ExportResult } from '../../workflow/io/index.ts';
import { sizeText } from './size.ts';
import { fitted } from './fitted.ts';

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** What was exported, what is not in it, and what comes next. An entry alone is printed as it is to be pasted. */
export function renderExport(result: ExportResult): string {
  const { file, entry, sizeBytes = 0, integrity } = result;
  if (file === undefined) return `${JSON.stringify(entry, undefined, 2)}\n`;
  return [
    `${file} written: ${counted(result.operations, 'operation')} of ${counted(result.toolkits, 'toolkit')}, ${sizeText(sizeBytes)}`,
    ...(result.thin
      ? ['  thin: the toolkits are not in it, and come from registries when it is imported']
      : []),
    ...result.environments.map((name) =>
      fitted(`  not in it: the packages of environment ${name}; they come from a package index, or a folder`),
    ),
    ...(result.variables.length === 0 ? [] : [fitted(`  must be set: ${result.variables.join(', ')}`)]),
    ...result.warnings.map((warning) => fitted(`warning: ${warning}`)),
    fitted(`interface ${result.interfaceDigest}`),
    ...(integrity === undefined || entry !== undefined ? [] : [fitted(`bytes ${integrity}`)]),
    ...nextStep(result.format, file),
    '',
  ].join('\n');
}

function nextStep(format: ExportResult['format'], file: string): string[] {
  switch (format) {
    case 'loadout':
      return ['', 'Where it is needed:', `  toolbase import ${shellWord(file.split('/').at(-1) ?? file)}`];
    case 'mcpb':
      return ['', 'Open it with Claude Desktop, or another client that installs MCP bundles.'];
    case 'claude-plugin':
      return file.endsWith('.zip') ? [] : ['', 'Use it with:', `  claude --plugin-dir ${shellWord(file)}`];
    case 'mcp-json':
      return [];
  }
}
